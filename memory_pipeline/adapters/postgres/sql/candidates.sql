-- Memories that may answer a query: the nearest by vector, and those that share terms or entities with it.
-- Search is exact within the named scopes; the filter comes before the limit, so that no arm comes up short. Archived
-- memories have no vectors and are found by their words alone, after all that are live: they take nobody's place.
-- A scope that is being erased has none.
WITH removing AS (
    SELECT x.scope FROM erasures x WHERE x.tenant = :tenant AND x.scope = ANY (:scopes) AND x.state = 'removing'
),
live AS (
    SELECT f.scope, f.id, 'semantic' AS tier, f.status = 'archived' AS archived
    FROM facts f
    WHERE f.tenant = :tenant AND f.scope = ANY (:scopes)
      AND f.valid_to IS NULL AND f.status IN ('current', 'archived') AND (f.expires_at IS NULL OR f.expires_at > :now)
      AND f.scope NOT IN (SELECT scope FROM removing)
    UNION ALL
    SELECT e.scope, e.id, 'episodic', e.status = 'archived'
    FROM episodes e
    WHERE e.tenant = :tenant AND e.scope = ANY (:scopes) AND e.scope NOT IN (SELECT scope FROM removing)
),
dense AS (
    SELECT v.scope, v.memory_id
    FROM vectors v JOIN live ON live.scope = v.scope AND live.id = v.memory_id
    WHERE v.tenant = :tenant AND v.scope = ANY (:scopes) AND v.space_id = :space
      AND CAST(:vector AS text) IS NOT NULL AND NOT live.archived
    ORDER BY v.embedding <=> CAST(CAST(:vector AS text) AS vector)
    LIMIT :limit
),
matched AS (
    SELECT t.scope, t.memory_id,
           count(*) FILTER (WHERE t.kind = 'term') AS term_hits,
           count(*) FILTER (WHERE t.kind = 'entity') AS entity_hits
    FROM terms t JOIN live ON live.scope = t.scope AND live.id = t.memory_id
    WHERE t.tenant = :tenant AND t.scope = ANY (:scopes) AND t.kind IN ('term', 'entity')
      AND t.term_digest = ANY (:digests)
    GROUP BY t.scope, t.memory_id, live.archived
    ORDER BY live.archived, count(*) DESC, t.memory_id
    LIMIT :limit
),
chosen AS (
    SELECT scope, memory_id FROM dense
    UNION
    SELECT scope, memory_id FROM matched
)
SELECT c.scope, c.memory_id, live.tier, live.archived,
       CASE WHEN NOT live.archived THEN 1 - (v.embedding <=> CAST(CAST(:vector AS text) AS vector)) END AS cosine,
       coalesce(m.term_hits, 0) AS term_hits,
       coalesce(m.entity_hits, 0) AS entity_hits,
       coalesce(s.accesses, 0) AS accesses,
       f.slot_subject, f.slot_predicate, f.object, f.source, f.confirmed,
       coalesce(f.last_mention_at, f.valid_from, e.occurred_at) AS at,
       coalesce(f.confidence, e.confidence) AS confidence,
       greatest(g.idle_from, s.last_access_at) AS idle_from,
       (SELECT policy FROM tenants WHERE tenant = :tenant) AS policy,
       e.trigger, e.summary, e.outcome, e.success
FROM chosen c
JOIN live ON live.scope = c.scope AND live.id = c.memory_id
LEFT JOIN matched m ON m.scope = c.scope AND m.memory_id = c.memory_id
LEFT JOIN vectors v ON v.tenant = :tenant AND v.scope = c.scope AND v.space_id = :space AND v.memory_id = c.memory_id
LEFT JOIN memory_state s ON s.tenant = :tenant AND s.scope = c.scope AND s.memory_id = c.memory_id
LEFT JOIN ageing g ON g.tenant = :tenant AND g.scope = c.scope AND g.memory_id = c.memory_id
LEFT JOIN facts f ON f.tenant = :tenant AND f.scope = c.scope AND f.id = c.memory_id AND f.valid_to IS NULL
LEFT JOIN episodes e ON e.tenant = :tenant AND e.scope = c.scope AND e.id = c.memory_id
ORDER BY c.scope, c.memory_id
