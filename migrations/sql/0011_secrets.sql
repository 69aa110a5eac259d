-- What is left of an erased secret: keyed digests and a length. `scope` is a keyed digest too, empty where it holds for
-- all of the tenant's scopes. `number` grows by one within a tenant, so that a process loads what is new.
CREATE TABLE secret_fingerprints (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    digest BYTEA NOT NULL,
    head BYTEA NOT NULL,
    length INTEGER NOT NULL,
    number BIGINT NOT NULL,
    added_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT secret_fingerprints_pkey PRIMARY KEY (tenant, scope, digest)
);

CREATE INDEX secret_fingerprints_tenant_number_idx ON secret_fingerprints (tenant, number);
