-- What close and close_if_idle share: the mark after a session's last message, and its event.

-- The event's id; false where the session holds no message.
-- The first write is one that a full server refuses, so that a refusal leaves nothing half done.
local function mark_end(log, digests, meta, open, inbox, member, kind, mark_template, namespace, identity, event_template)
    local last = redis.call('HGET', meta, 'last')
    if not last then
        redis.call('ZREM', open, member)
        return false
    end
    if redis.call('HEXISTS', meta, 'mark:' .. kind) == 0 then
        local mark = cjson.decode(mark_template)
        mark['after_message_id'] = last
        redis.call('RPUSH', log, cjson.encode(mark))
        redis.call('HSET', meta, 'mark:' .. kind, 1, 'turns', 0, 'tokens', 0)
        -- Only a new mark stops a running TTL: the event of a repeated close is known to the ledger, so nobody
        -- would ever start the TTL again.
        redis.call('PERSIST', log)
        redis.call('PERSIST', digests)
        redis.call('PERSIST', meta)
    end
    local id = emit(inbox, namespace, identity, event_template, last)
    redis.call('ZREM', open, member)
    return id
end
