-- Marks the end of a session.
-- KEYS log, digests, meta, open, inbox
-- ARGV member, kind, mark template, namespace, event identity, event template
-- Returns the event's id; false where the session holds no message.
return mark_end(KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6])
