CREATE TABLE sessions (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    user_id TEXT,
    shared_with JSONB DEFAULT '[]'::jsonb NOT NULL,
    watermark INTEGER DEFAULT 0 NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT sessions_pkey PRIMARY KEY (tenant, scope, session_id)
);

CREATE TABLE session_marks (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT session_marks_pkey PRIMARY KEY (tenant, scope, session_id, position),
    CONSTRAINT session_marks_kind_check CHECK (kind IN ('closed', 'idle'))
);

CREATE TABLE transcript (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    role TEXT NOT NULL,
    name TEXT,
    content TEXT NOT NULL,
    tool_calls JSONB DEFAULT '[]'::jsonb NOT NULL,
    tool_call_id TEXT,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    utc_offset_s INTEGER NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT transcript_pkey PRIMARY KEY (tenant, scope, session_id, position),
    CONSTRAINT transcript_tenant_scope_session_id_message_id_key UNIQUE (tenant, scope, session_id, message_id)
);

CREATE TABLE segments (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    first_position INTEGER NOT NULL,
    end_position INTEGER NOT NULL,
    extractor TEXT NOT NULL,
    reply JSONB,
    accepted_at TIMESTAMP WITH TIME ZONE NOT NULL,
    committed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT segments_pkey PRIMARY KEY (tenant, scope, session_id, first_position)
);

CREATE TABLE rejections (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    first_position INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    item TEXT NOT NULL,
    CONSTRAINT rejections_pkey PRIMARY KEY (tenant, scope, session_id, first_position, ordinal)
);
