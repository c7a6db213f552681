-- One commit: check version and revision; write snapshot, log, idempotency record, deadlines, listing, outbox; wake up.
-- KEYS: 1 game, 2 log, 3 acts, 4 repeats, 5 deadlines, 6 outbox, 7 listing left, 8 listing joined, 9 stored answer, 10 hooks
-- ARGV: a fixed head, then lists whose lengths the head gives.
local expected, version, head, position = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local ttl, field, record, answer, answer_ttl = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local id, listing_change, score = ARGV[10], ARGV[11], ARGV[12]
local events, acts, closed, due, owed = tonumber(ARGV[13]), tonumber(ARGV[14]), tonumber(ARGV[15]), tonumber(ARGV[16]), tonumber(ARGV[17])
local met, stamp, now, hook_task = ARGV[18], ARGV[19], ARGV[20], ARGV[21]

-- A server that lost its last second may reuse a version: the revision differs between the two states.
local current = redis.call('HMGET', KEYS[1], 'v', 'stamp')
-- The record is checked even if the version matches: two equal simultaneous creations have two ids but one record.
local done = field ~= '' and redis.call('HGET', KEYS[4], field)
if (current[1] or '0') ~= expected or (current[2] or '') ~= met or done then
  return {0, redis.call('HMGET', KEYS[1], 'v', 'head', 'pos', 'stamp'), done}
end

redis.call('HSET', KEYS[1], 'v', version, 'head', head, 'pos', position, 'stamp', stamp)
local at = 22
if events > 0 then
  redis.call('RPUSH', KEYS[2], unpack(ARGV, at, at + events - 1))
  at = at + events
end
if acts > 0 then
  redis.call('RPUSH', KEYS[3], unpack(ARGV, at, at + acts - 1))
  at = at + acts
end
if closed > 0 then
  redis.call('ZREM', KEYS[5], unpack(ARGV, at, at + closed - 1))
  redis.call('ZREM', KEYS[6], unpack(ARGV, at, at + closed - 1))
  at = at + closed
end
if due > 0 then
  redis.call('ZADD', KEYS[5], unpack(ARGV, at, at + due - 1))
  at = at + due
end
if owed > 0 then redis.call('ZADD', KEYS[6], unpack(ARGV, at, at + owed - 1)) end
-- Everything is kept 1 % longer than promised, so that the expiry must be renewed only after that.
local longest = math.floor(ttl * 1.01)
local left = redis.call('TTL', KEYS[1])
local renew = left < tonumber(ttl) or left > longest
if field ~= '' then
  redis.call('HSET', KEYS[4], field, record)
  if not renew then redis.call('EXPIRE', KEYS[4], longest) end
  redis.call('SET', KEYS[9], answer, 'EX', answer_ttl)
end
if listing_change == '1' then
  redis.call('ZREM', KEYS[7], id)
  redis.call('ZADD', KEYS[8], score, id)
elseif listing_change == '2' then
  redis.call('ZREM', KEYS[7], id)
end
if renew then for i = 1, 4 do redis.call('EXPIRE', KEYS[i], longest) end end
-- A game with hooks puts a task for the dispatcher into the outbox in the same step.
local hooked = redis.call('EXISTS', KEYS[10])
if hooked == 1 then redis.call('ZADD', KEYS[6], now, hook_task) end
redis.call('SPUBLISH', string.sub(KEYS[1], 1, 5) .. ':wake:' .. id, version)
return {1, hooked}
