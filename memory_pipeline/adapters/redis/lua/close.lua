-- Marks the end of a session.
-- KEYS and ARGV as mark.lua
-- Returns the event's id; false where the session holds no message.
return mark_end()
