-- Starts the TTL, unless a message came after the one named.
-- KEYS log, digests, meta, summary
-- ARGV message id, TTL in milliseconds
if redis.call('HGET', KEYS[3], 'last') ~= ARGV[1] then
    return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
redis.call('PEXPIRE', KEYS[4], ARGV[2])
return 1
