CREATE TABLE assertions (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    id UUID NOT NULL,
    slot_id UUID NOT NULL,
    slot_subject TEXT NOT NULL,
    slot_predicate TEXT NOT NULL,
    subject TEXT NOT NULL,
    predicate TEXT NOT NULL,
    object TEXT NOT NULL,
    stance TEXT NOT NULL,
    act TEXT NOT NULL,
    retracts TEXT,
    source TEXT NOT NULL,
    confidence FLOAT NOT NULL,
    cardinality TEXT,
    forgettability TEXT,
    asserted_at TIMESTAMP WITH TIME ZONE NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE,
    valid_from TIMESTAMP WITH TIME ZONE,
    CONSTRAINT assertions_pkey PRIMARY KEY (tenant, scope, id)
);

CREATE INDEX assertions_slot_idx ON assertions (tenant, scope, slot_id);

CREATE TABLE evidence (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    memory_id UUID NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    session_id TEXT,
    message_id TEXT,
    quote TEXT NOT NULL,
    ref TEXT,
    CONSTRAINT evidence_pkey PRIMARY KEY (tenant, scope, memory_id, ordinal),
    CONSTRAINT evidence_kind_check CHECK (kind IN ('assertion', 'episode'))
);

CREATE INDEX evidence_message_idx ON evidence (tenant, scope, session_id, message_id);

CREATE TABLE facts (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    id UUID NOT NULL,
    valid_from TIMESTAMP WITH TIME ZONE NOT NULL,
    slot_id UUID NOT NULL,
    line_id UUID NOT NULL,
    slot_subject TEXT NOT NULL,
    slot_predicate TEXT NOT NULL,
    line TEXT NOT NULL,
    object TEXT NOT NULL,
    object_normal TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence FLOAT NOT NULL,
    valid_to TIMESTAMP WITH TIME ZONE,
    expires_at TIMESTAMP WITH TIME ZONE,
    status TEXT NOT NULL,
    support INTEGER NOT NULL,
    evidence JSONB DEFAULT '[]'::jsonb NOT NULL,
    assertions UUID[] NOT NULL,
    stated_valid_from TIMESTAMP WITH TIME ZONE,
    planned BOOLEAN NOT NULL,
    confirmed BOOLEAN NOT NULL,
    last_mention_at TIMESTAMP WITH TIME ZONE,
    forgettability TEXT NOT NULL,
    reason TEXT NOT NULL,
    CONSTRAINT facts_pkey PRIMARY KEY (tenant, scope, id, valid_from),
    CONSTRAINT facts_status_check CHECK (status IN ('current', 'superseded', 'contested', 'retracted', 'expired', 'archived'))
);

CREATE UNIQUE INDEX facts_open_key ON facts (tenant, scope, line_id) WHERE valid_to IS NULL;

CREATE INDEX facts_slot_idx ON facts (tenant, scope, slot_id);

CREATE TABLE fact_redirects (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    absorbed_id UUID NOT NULL,
    fact_id UUID NOT NULL,
    CONSTRAINT fact_redirects_pkey PRIMARY KEY (tenant, scope, absorbed_id)
);

CREATE TABLE episodes (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    id UUID NOT NULL,
    session_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    occurred_at TIMESTAMP WITH TIME ZONE NOT NULL,
    trigger TEXT NOT NULL,
    summary TEXT NOT NULL,
    entities JSONB DEFAULT '{}'::jsonb NOT NULL,
    actions JSONB DEFAULT '[]'::jsonb NOT NULL,
    outcome TEXT,
    success BOOLEAN,
    confidence FLOAT NOT NULL,
    status TEXT NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT episodes_pkey PRIMARY KEY (tenant, scope, id),
    CONSTRAINT episodes_status_check CHECK (status IN ('active', 'archived'))
);

CREATE INDEX episodes_session_idx ON episodes (tenant, scope, session_id);

CREATE TABLE memory_state (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    memory_id UUID NOT NULL,
    accesses INTEGER DEFAULT 0 NOT NULL,
    last_access_at TIMESTAMP WITH TIME ZONE,
    pinned BOOLEAN DEFAULT false NOT NULL,
    CONSTRAINT memory_state_pkey PRIMARY KEY (tenant, scope, memory_id)
);
