-- Take ready partitions: by list, then the oldest first; none while single jobs wait.
-- KEYS: 1 drains that look for work, 2 until when an enqueued drain counts, 3 RQ's queue of drains, 4.. ready partitions,
-- the last: RQ's queue of single jobs
-- ARGV: 1 now, 2 the drain, 3 until when it looks for more work ('0' = it will not), 4 how many, then pairs as in ready_mark.lua
local now, most = tonumber(ARGV[1]), tonumber(ARGV[4])
for i = 5, #ARGV, 2 do redis.call('ZADD', KEYS[tonumber(ARGV[i])], 'NX', now, ARGV[i + 1]) end
if ARGV[3] ~= '0' then redis.call('ZADD', KEYS[1], ARGV[3], ARGV[2]) end
redis.call('DEL', KEYS[2])
local others = redis.call('LLEN', KEYS[#KEYS])
if others > 0 then most = 0 end
local left, taken = 0, {}
for list = 4, #KEYS - 1 do
  local room = most - #taken / 2
  if room > 0 then
    local found = redis.call('ZRANGE', KEYS[list], 0, room - 1)
    if #found > 0 then redis.call('ZREM', KEYS[list], unpack(found)) end
    for _, partition in ipairs(found) do
      taken[#taken + 1] = list
      taken[#taken + 1] = partition
    end
  end
  left = left + redis.call('ZCARD', KEYS[list])
end
return {others, left, redis.call('LLEN', KEYS[3]), unpack(taken)}
