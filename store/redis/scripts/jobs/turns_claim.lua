-- Take turns that are owed, or clocks that have run out, of a partition, the oldest first. They stay in the list, with a
-- later time: the worker that took them has until then; afterwards they can be taken again.
-- KEYS: 1 outbox or deadlines. ARGV: 1 and 2 the range of scores to take from, 3 the score of what is taken, 4 how many
local found = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[4])
if #found == 0 then return {0} end
local later = {}
for i, turn in ipairs(found) do
  later[2 * i - 1] = ARGV[3]
  later[2 * i] = turn
end
redis.call('ZADD', KEYS[1], 'XX', unpack(later))
local left = #found == tonumber(ARGV[4]) and redis.call('ZCOUNT', KEYS[1], ARGV[1], ARGV[2]) or 0
return {left, unpack(found)}
