-- Open a ladder game with the seed that was committed to, and commit to the next one; once for each number.
-- KEYS: 1 the next seed, 2 open games. ARGV: 1 the number, 2 the game's id, 3 the pairing, 4 the seed after it,
-- 5 how many games may be open
if redis.call('HGET', KEYS[1], 'number') ~= ARGV[1] then return 0 end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[1], 'number', tonumber(ARGV[1]) + 1, 'seed', ARGV[4])
return 1
