-- Store the result of one part of a job, once, and lease parts that were never leased.
-- KEYS: 1 job, 2 parts, 3 leases. ARGV: 1 id, 2 the finished part or '', 3 its result, 4 end of the new leases,
-- 5 number of parts to lease, 6 seconds to keep it all
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then return {-1} end
local total, wanted = tonumber(redis.call('HGET', KEYS[1], 'parts')), tonumber(ARGV[5])
if ARGV[2] ~= '' then
  -- A part that was done twice leases no further part.
  if redis.call('HSETNX', KEYS[2], ARGV[2], ARGV[3]) == 0 then wanted = 0 end
  redis.call('ZREM', KEYS[3], ARGV[2])
end
local done = redis.call('HLEN', KEYS[2])
redis.call('HSET', KEYS[1], 'progress', string.format('%.4f', done / total))
local answer = {done}
for _ = 1, wanted do
  local part = redis.call('HINCRBY', KEYS[1], 'next', 1) - 1
  if part >= total then break end
  redis.call('ZADD', KEYS[3], ARGV[4], part)
  answer[#answer + 1] = part
end
for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ARGV[6]) end
redis.call('SPUBLISH', string.sub(KEYS[1], 1, 5) .. ':wake:' .. ARGV[1], done)
return answer
