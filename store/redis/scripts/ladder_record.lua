-- Record the result of a ladder game, once: it leaves the open games in the same step.
-- KEYS: 1 open games, 2 results, 3 replays. ARGV: 1 the game's id, 2 its number, 3 the result, 4 the replay or '',
-- 5 how many results are kept
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('RPUSH', KEYS[2], ARGV[3])
if ARGV[4] ~= '' then redis.call('HSET', KEYS[3], ARGV[1], ARGV[4]) end
while redis.call('LLEN', KEYS[2]) > tonumber(ARGV[5]) do
  local oldest = cjson.decode(redis.call('LPOP', KEYS[2]))
  redis.call('HDEL', KEYS[3], oldest['id'])
end
return 1
