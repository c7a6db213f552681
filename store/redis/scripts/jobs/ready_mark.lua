-- Mark partitions as ready. Returns the list and partition where a new drain should start, or nothing if none is needed.
-- KEYS: 1 drains that look for work, 2 until when an enqueued drain counts, 3 RQ's queue of drains, 4.. ready partitions
-- ARGV: 1 now, 2 a drain that ends ('' = none), 3 how long an enqueued drain counts, then pairs: the place of a list in KEYS, partition
local now = tonumber(ARGV[1])
for i = 4, #ARGV, 2 do redis.call('ZADD', KEYS[tonumber(ARGV[i])], 'NX', now, ARGV[i + 1]) end
if ARGV[2] ~= '' then redis.call('ZREM', KEYS[1], ARGV[2]) end
if redis.call('LLEN', KEYS[3]) > 0 then return {} end
if now < tonumber(redis.call('GET', KEYS[2]) or '0') then return {} end
if redis.call('ZCOUNT', KEYS[1], now, '+inf') > 0 then return {} end
redis.call('DEL', KEYS[1])
for list = 4, #KEYS do
  local first = redis.call('ZRANGE', KEYS[list], 0, 0)
  if first[1] then
    redis.call('SET', KEYS[2], now + tonumber(ARGV[3]))
    return {list, first[1]}
  end
end
return {}
