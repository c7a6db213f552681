-- Claim a remote bot for a game, unless it has reached its `concurrent` games or its client's share.
-- A game in which it was not asked for a long time keeps its entry, but does not count.
-- KEYS: 1 the bot's games, 2 their clients
-- ARGV: 1 the game, 2 `concurrent`, 3 now, 4 games older than this are removed, 5 games older than this do not count,
--       6 the client, 7 the share of one client (0 = all)
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
