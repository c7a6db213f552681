-- A remote bot takes part in one more game, unless it plays as many as it wants to, or too many of one client.
-- A game in which it was not asked for long keeps its entry, but takes no place.
-- KEYS: 1 the bot's games, 2 whose they are
-- ARGV: 1 the game, 2 how many at once, 3 now, 4 before when a game is forgotten, 5 before when it takes no place,
--       6 the client, 7 how many places one client may have (0 = all)
for _, game in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])) do
  redis.call('ZREM', KEYS[1], game)
  redis.call('HDEL', KEYS[2], game)
end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 2 end
local playing = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[5], '+inf')
if #playing >= tonumber(ARGV[2]) then return 0 end
local share = tonumber(ARGV[7])
if share > 0 and #playing > 0 then
  local mine = 0
  for _, client in ipairs(redis.call('HMGET', KEYS[2], unpack(playing))) do
    if client == ARGV[6] then mine = mine + 1 end
  end
  if mine >= share then return -1 end
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[6])
return 1
