ALTER TABLE facts ADD COLUMN escalated_at TIMESTAMP WITH TIME ZONE;

ALTER TABLE facts ADD COLUMN against_id UUID;

CREATE INDEX facts_escalated_idx ON facts (tenant, escalated_at) WHERE escalated_at IS NOT NULL;

CREATE TABLE conflict_advice (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    conflict_id UUID NOT NULL,
    keep TEXT NOT NULL,
    judge TEXT NOT NULL,
    advised_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT conflict_advice_pkey PRIMARY KEY (tenant, scope, conflict_id),
    CONSTRAINT conflict_advice_keep_check CHECK (keep IN ('incumbent', 'challenger'))
);
