CREATE TABLE horizons (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    key BYTEA NOT NULL,
    horizon_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT horizons_pkey PRIMARY KEY (tenant, scope, key)
);

CREATE TABLE tombstones (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    kind TEXT NOT NULL,
    key BYTEA NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT tombstones_pkey PRIMARY KEY (tenant, scope, kind, key)
);

CREATE TABLE registry_versions (
    tenant TEXT NOT NULL,
    version TEXT NOT NULL,
    applied_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT registry_versions_pkey PRIMARY KEY (tenant, version)
);
