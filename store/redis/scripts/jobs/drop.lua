-- Remove a turn that was not owed at the given version, unless a later change may have opened it again.
-- KEYS: 1 game, 2 outbox or deadlines. ARGV: 1 turn, 2 the version ('0' = there was no game)
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[2] then return 0 end
return redis.call('ZREM', KEYS[2], ARGV[1])
