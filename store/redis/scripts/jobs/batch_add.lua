-- Let parts of a client's jobs wait for a worker; one that waits already stays where it is.
-- KEYS: 1 the clients whose parts wait, in turn, 2 the parts of this one. ARGV: 1 the client, 2 `1` = before its others,
-- then the parts
for i = 3, #ARGV do
  if not redis.call('LPOS', KEYS[2], ARGV[i]) then
    redis.call(ARGV[2] == '1' and 'LPUSH' or 'RPUSH', KEYS[2], ARGV[i])
  end
end
if #ARGV > 2 and not redis.call('LPOS', KEYS[1], ARGV[1]) then redis.call('RPUSH', KEYS[1], ARGV[1]) end
