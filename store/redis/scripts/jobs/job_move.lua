-- Move a job to another status, if its current one allows it; return the job.
-- KEYS: 1 job, 2 orders, 3 parts, 4 leases
-- ARGV: 1 id, 2 the new status, 3 seconds to keep it, 4 '1' if that ends it, 5 number of statuses that allow it, these,
-- then fields and values
local status = redis.call('HGET', KEYS[1], 'status')
if not status then return {} end
local count, allowed = tonumber(ARGV[5]), false
for i = 6, 5 + count do allowed = allowed or ARGV[i] == status end
if allowed then
  redis.call('HSET', KEYS[1], 'status', ARGV[2], unpack(ARGV, 6 + count))
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  if ARGV[4] == '1' then
    redis.call('ZREM', KEYS[2], ARGV[1])
    redis.call('DEL', KEYS[3], KEYS[4])
  end
  redis.call('SPUBLISH', string.sub(KEYS[1], 1, 5) .. ':wake:' .. ARGV[1], ARGV[2])
end
return redis.call('HGETALL', KEYS[1])
