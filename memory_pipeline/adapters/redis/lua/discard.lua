-- Takes messages out of a session; with the last of them goes the session.
-- KEYS log, digests, meta, open, inbox, awaiting, leaving, summary
-- ARGV member, ids of messages
-- Returns how many entries were removed, and 1 where nothing of the session is left.
local wanted = {}
for place = 2, #ARGV do
    wanted[ARGV[place]] = true
end
local gone, left = 0, 0
for _, text in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    local entry = cjson.decode(text)
    if entry.kind == 'message' then
        if wanted[entry.id] then
            redis.call('LREM', KEYS[1], 1, text)
            redis.call('HDEL', KEYS[2], entry.id)
            gone = gone + 1
        else
            left = left + 1
        end
    end
end
if gone > 0 then
    -- It may tell of them; one that is being told just now is refused for as long as an attempt can take.
    redis.call('DEL', KEYS[8])
    redis.call('HSET', KEYS[3], 'masked_s', redis.call('TIME')[1])
end
if left == 0 then
    redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[8])
    for _, index in ipairs({ KEYS[4], KEYS[6], KEYS[7] }) do
        redis.call('ZREM', index, ARGV[1])
    end
end
return { gone, left == 0 and 1 or 0 }
