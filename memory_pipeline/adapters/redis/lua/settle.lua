-- Starts the TTL of a session that has ended, unless a message came after the one named.
-- KEYS log, digests, meta, open, inbox, awaiting, leaving, summary, counts
-- ARGV member, message id, TTL in milliseconds, the present (milliseconds, '' for this server's),
--      how long entries are kept (milliseconds), field of the count ('' for none)
-- Returns 1 where it started.
if redis.call('HGET', KEYS[3], 'last') ~= ARGV[2] then
    return 0
end
-- One that is still open has its end before it: what the last segment leaves is consolidated by the event of the end,
-- and settled then. Were it to run out before, nobody could find it idle.
if redis.call('ZSCORE', KEYS[4], ARGV[1]) then
    return 0
end
local waited = redis.call('ZREM', KEYS[6], ARGV[1])
if ARGV[6] ~= '' and waited == 0 then
    return 0 -- somebody else was faster, and only one counts it
end
local ttl, now, kept = tonumber(ARGV[3]), now_ms(ARGV[4]), tonumber(ARGV[5])
redis.call('ZADD', KEYS[7], score(now + ttl), ARGV[1])
-- Entries that no night reads go, and with the last one the index.
redis.call('ZREMRANGEBYSCORE', KEYS[7], '-inf', score(now - kept))
redis.call('PEXPIRE', KEYS[7], score(ttl + kept))
for _, key in ipairs({ KEYS[1], KEYS[2], KEYS[3], KEYS[8] }) do
    redis.call('PEXPIRE', key, ARGV[3])
end
if ARGV[6] ~= '' then
    redis.call('HINCRBY', KEYS[9], ARGV[6], 1)
    redis.call('PEXPIRE', KEYS[9], ARGV[5])
end
return 1
