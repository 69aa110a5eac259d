-- Puts a message in the place of the one with its id: a secret that was split over messages is masked in the earlier too.
-- The summary may hold the words that were masked: it goes, and is made anew. Not at once: one that is being told just now
-- was told by the old words, and is refused for as long as an attempt can take.
-- KEYS log, digests, summary, meta
-- ARGV message id, entry, the digest that stands for whatever was said under the id
-- Returns 1, or 0 where the log holds no such message.
local entries = redis.call('LRANGE', KEYS[1], 0, -1)
for place = #entries, 1, -1 do
    local entry = cjson.decode(entries[place])
    if entry.kind == 'message' and entry.id == ARGV[1] then
        redis.call('LSET', KEYS[1], place - 1, ARGV[2])
        redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
        redis.call('DEL', KEYS[3])
        redis.call('HSET', KEYS[4], 'masked_s', redis.call('TIME')[1])
        return 1
    end
end
return 0
