-- Marks the end of a session.
-- KEYS as mark.lua, then the broker's queue (none to tell nobody)
-- ARGV as mark.lua, then the message for the queue and what stands there for the event's id
-- Returns {the event's id or false where the session holds no message, whether workers were told (0|1)}.
return { mark_end({ queue = KEYS[9], text = ARGV[8], event_id = ARGV[9] }) }
