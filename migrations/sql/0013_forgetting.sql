-- What forgetting knows of each memory, and when it is due next; narrow, so that fading never rewrites a memory's own row.
CREATE TABLE ageing (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    memory_id UUID NOT NULL,
    tier TEXT NOT NULL,
    confidence FLOAT NOT NULL,
    idle_from TIMESTAMP WITH TIME ZONE NOT NULL,
    stands BOOLEAN NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    archived BOOLEAN NOT NULL,
    by_person BOOLEAN NOT NULL,
    forgettability TEXT NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE,
    candidate_since TIMESTAMP WITH TIME ZONE,
    settled_at TIMESTAMP WITH TIME ZONE NOT NULL,
    kind TEXT,
    due_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT ageing_pkey PRIMARY KEY (tenant, scope, memory_id),
    CONSTRAINT ageing_kind_check CHECK (kind IN ('decay', 'archive', 'observe', 'purge'))
);

CREATE INDEX ageing_due_idx ON ageing (tenant, kind, due_at, scope, memory_id) WHERE due_at IS NOT NULL;
CREATE INDEX ageing_expires_idx ON ageing (tenant, expires_at, scope, memory_id) WHERE expires_at IS NOT NULL;

-- Each policy that forgets otherwise counts as a change, after which every memory is due once; `replanned` is the change
-- that nights have seen to, `replanned_at` when.
CREATE TABLE forgetting_policies (
    tenant TEXT NOT NULL,
    changes INTEGER DEFAULT 0 NOT NULL,
    replanned INTEGER DEFAULT 0 NOT NULL,
    replanned_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT forgetting_policies_pkey PRIMARY KEY (tenant)
);

CREATE TABLE forgetting_runs (
    tenant TEXT NOT NULL,
    run_id UUID NOT NULL,
    date DATE NOT NULL,
    as_of TIMESTAMP WITH TIME ZONE NOT NULL,
    status TEXT NOT NULL,
    shards SMALLINT NOT NULL,
    shards_done SMALLINT[] DEFAULT '{}' NOT NULL,
    held_back JSONB DEFAULT '[]'::jsonb NOT NULL,
    due INTEGER DEFAULT 0 NOT NULL,
    left_due INTEGER DEFAULT 0 NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    active_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT forgetting_runs_pkey PRIMARY KEY (tenant, run_id),
    CONSTRAINT forgetting_runs_tenant_date_key UNIQUE (tenant, date),
    CONSTRAINT forgetting_runs_status_check CHECK (status IN ('running', 'done', 'partial'))
);

CREATE TABLE forgetting_counts (
    tenant TEXT NOT NULL,
    run_id UUID NOT NULL,
    shard SMALLINT NOT NULL,
    step TEXT NOT NULL,
    tier TEXT NOT NULL,
    number INTEGER NOT NULL,
    CONSTRAINT forgetting_counts_pkey PRIMARY KEY (tenant, run_id, shard, step, tier)
);

CREATE FUNCTION tenants_that_remember()
RETURNS TABLE (tenant text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT t.tenant FROM public.tenants t ORDER BY t.tenant
$$;

REVOKE ALL ON FUNCTION tenants_that_remember() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_that_remember() TO :role;

-- Memories that were there before are due at once: a night that reads one finds its real instant and moves it.
INSERT INTO ageing (tenant, scope, memory_id, tier, confidence, idle_from, stands, archived, by_person, forgettability,
                    expires_at, settled_at, kind, due_at)
SELECT e.tenant, e.scope, e.id, 'episodic', e.confidence, greatest(e.occurred_at, e.recorded_at), true,
       e.status = 'archived', false, 'medium', NULL, greatest(e.occurred_at, e.recorded_at), 'decay', e.recorded_at
FROM episodes e;

INSERT INTO ageing (tenant, scope, memory_id, tier, confidence, idle_from, stands, archived, by_person, forgettability,
                    expires_at, ended_at, settled_at, kind, due_at)
SELECT f.tenant, f.scope, f.id, 'semantic', (array_agg(f.confidence ORDER BY f.valid_to IS NULL DESC, f.valid_from DESC))[1],
       greatest(max(f.last_mention_at), max(a.recorded_at), min(f.valid_from)),
       bool_or(f.status IN ('current', 'archived')), bool_or(f.status = 'archived'),
       bool_or(f.confirmed OR f.source IN ('USER_STATED', 'CORRECTED')),
       CASE min(CASE f.forgettability WHEN 'low' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END)
            WHEN 1 THEN 'low' WHEN 2 THEN 'medium' ELSE 'high' END,
       least(min(f.expires_at) FILTER (WHERE f.valid_to IS NULL), min(f.stated_valid_from) FILTER (WHERE f.planned)),
       CASE WHEN NOT bool_or(f.status IN ('current', 'archived')) THEN max(f.valid_to) END,
       greatest(max(f.last_mention_at), max(a.recorded_at), min(f.valid_from)), 'decay', min(f.valid_from)
FROM facts f
LEFT JOIN assertions a ON a.tenant = f.tenant AND a.scope = f.scope AND a.id = ANY (f.assertions)
GROUP BY f.tenant, f.scope, f.id;
