-- A remote bot takes part in one more game, unless it already plays as many as it wants to.
-- KEYS: 1 the bot's games. ARGV: 1 the game, 2 how many at once, 3 now, 4 before when a game counts as forgotten
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 2 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
