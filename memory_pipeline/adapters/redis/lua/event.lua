-- What append and close share: the id of a session's event and its place in the inbox.

-- UUIDv5 of `name`, as memory_pipeline.events.identity computes it; `namespace` is its 16 raw bytes.
local function uuid5(namespace, name)
    local hex = redis.sha1hex(namespace .. name)
    local variant = tonumber(string.sub(hex, 17, 17), 16) % 4 + 1
    return string.sub(hex, 1, 8) .. '-' .. string.sub(hex, 9, 12) .. '-5' .. string.sub(hex, 14, 16)
        .. '-' .. string.sub('89ab', variant, variant) .. string.sub(hex, 18, 20) .. '-' .. string.sub(hex, 21, 32)
end

-- Puts the event about the messages up to `message_id` into the inbox, unless it waits there already; its id.
local function emit(inbox, namespace, identity, template, message_id)
    local id = uuid5(namespace, identity .. message_id)
    local document = cjson.decode(template)
    document['event_id'] = id
    document['through_message_id'] = message_id
    redis.call('HSETNX', inbox, id, cjson.encode(document))
    return id
end
