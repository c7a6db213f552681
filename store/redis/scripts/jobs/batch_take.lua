-- Take the next part that waits: clients have their turns one after the other.
-- KEYS: 1 the clients whose parts wait. ARGV: 1 a client that is passed over, or '', 2 how the names of lists begin
for _ = 1, redis.call('LLEN', KEYS[1]) do
  local client = redis.call('LPOP', KEYS[1])
  local parts = ARGV[2] .. client
  local part = client ~= ARGV[1] and redis.call('LPOP', parts)
  if redis.call('EXISTS', parts) == 1 then redis.call('RPUSH', KEYS[1], client) end
  if part then return part end
end
return false
