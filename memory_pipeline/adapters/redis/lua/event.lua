-- What append and close share: the id of a session's event and its place in the inbox.

-- UUIDv5 of `name`, as memory_pipeline.events.identity computes it; `namespace` is its 16 raw bytes.
local function uuid5(namespace, name)
    local hex = redis.sha1hex(namespace .. name)
    local variant = tonumber(string.sub(hex, 17, 17), 16) % 4 + 1
    return string.sub(hex, 1, 8) .. '-' .. string.sub(hex, 9, 12) .. '-5' .. string.sub(hex, 14, 16)
        .. '-' .. string.sub('89ab', variant, variant) .. string.sub(hex, 18, 20) .. '-' .. string.sub(hex, 21, 32)
end

-- Pushes the broker's message about the event, where this server is the broker, too. That it fails costs nothing: the
-- event waits in the inbox.
local function tell(hint, id)
    if not hint.queue then
        return 0
    end
    local pushed = redis.pcall('LPUSH', hint.queue, (string.gsub(hint.text, hint.event_id, id)))
    return type(pushed) == 'number' and 1 or 0
end

-- Puts the event about the messages up to `message_id` into the inbox, unless it waits there already; its id, and whether
-- workers were told (0|1). `hint` holds the queue (nil for none), the message, and what stands there for the event's id.
local function emit(inbox, namespace, identity, template, message_id, hint)
    local id = uuid5(namespace, identity .. message_id)
    local document = cjson.decode(template)
    document['event_id'] = id
    document['through_message_id'] = message_id
    redis.call('HSETNX', inbox, id, cjson.encode(document))
    return id, tell(hint, id)
end
