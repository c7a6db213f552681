-- Enter a bot into a ladder, or reactivate it.
-- KEYS: 1 entries, 2 the next seed. ARGV: 1 the bot, 2 the entry, 3 a seed for the first game, 4 most entries
local known = redis.call('HEXISTS', KEYS[1], ARGV[1])
if known == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return -1 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('HSET', KEYS[2], 'number', 1, 'seed', ARGV[3]) end
return known
