-- One commit: check version and revision; write snapshot, log, idempotency record, deadlines, listing, outbox; wake up.
-- KEYS: 1 game, 2 log, 3 acts, 4 repeats, 5 deadlines, 6 outbox, 7 hooks; 8 listing left, 9 listing joined, if the
-- listing changes; last the stored answer, if there is an Idempotency-Key.
-- ARGV: 1 the numbers in one text (each argument costs more than its bytes), then those named below, then lists whose
-- lengths are among the numbers; last the idempotency record and the answer, if there is an Idempotency-Key.
local number = string.gmatch(ARGV[1], '%S+')
local expected, version, now, ttl, answer_ttl = number(), number(), number(), number(), number()
local listing_change, score = number(), number()
local events, acts, closed = tonumber(number()), tonumber(number()), tonumber(number())
local due, owed = tonumber(number()), tonumber(number())
local head, position, expected_revision, stamp, id, hook_task, field = unpack(ARGV, 2, 8)

-- A server that lost its last second may reuse a version: the revision differs between the two states.
local current = redis.call('HMGET', KEYS[1], 'v', 'stamp')
-- The record is checked even if the version matches: two equal simultaneous creations have two ids but one record.
local done = field ~= '' and redis.call('HGET', KEYS[4], field)
if (current[1] or '0') ~= expected or (current[2] or '') ~= expected_revision or done then
  return {0, redis.call('HMGET', KEYS[1], 'v', 'head', 'pos', 'stamp'), done}
end

redis.call('HSET', KEYS[1], 'v', version, 'head', head, 'pos', position, 'stamp', stamp)
local at = 9
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
  redis.call('HSET', KEYS[4], field, ARGV[#ARGV - 1])
  if not renew then redis.call('EXPIRE', KEYS[4], longest) end
  if ARGV[#ARGV] ~= '' then redis.call('SET', KEYS[#KEYS], ARGV[#ARGV], 'EX', answer_ttl) end
end
if listing_change == '1' then
  redis.call('ZREM', KEYS[8], id)
  redis.call('ZADD', KEYS[9], score, id)
elseif listing_change == '2' then
  redis.call('ZREM', KEYS[8], id)
end
if renew then for i = 1, 4 do redis.call('EXPIRE', KEYS[i], longest) end end
-- A game with hooks puts a task for the dispatcher into the outbox in the same step.
local hooked = redis.call('EXISTS', KEYS[7])
if hooked == 1 then redis.call('ZADD', KEYS[6], now, hook_task) end
redis.call('SPUBLISH', string.sub(KEYS[1], 1, 5) .. ':wake:' .. id, version)
return {1, hooked}
