-- Which scopes got episodes since what repeats in them was last distilled.
CREATE TABLE reinforcement_due (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    version INTEGER DEFAULT 1 NOT NULL,
    CONSTRAINT reinforcement_due_pkey PRIMARY KEY (tenant, scope)
);

CREATE INDEX reinforcement_due_due_at_idx ON reinforcement_due (due_at);

CREATE FUNCTION scopes_to_reinforce(at_instant timestamptz, at_most integer)
RETURNS TABLE (tenant text, scope text, version integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT d.tenant, d.scope, d.version FROM public.reinforcement_due d
    WHERE d.due_at <= at_instant ORDER BY d.due_at, d.tenant, d.scope LIMIT at_most
$$;

REVOKE ALL ON FUNCTION scopes_to_reinforce(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scopes_to_reinforce(timestamptz, integer) TO :role;

-- Episodes that were there before: their scopes are due at once.
INSERT INTO reinforcement_due (tenant, scope, due_at)
SELECT DISTINCT tenant, scope, now() FROM episodes;
