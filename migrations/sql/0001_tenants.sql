CREATE TABLE tenants (
    tenant TEXT NOT NULL,
    timezone TEXT DEFAULT 'UTC' NOT NULL,
    policy JSONB DEFAULT '{}'::jsonb NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT tenants_pkey PRIMARY KEY (tenant)
);

CREATE TABLE scopes (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT scopes_pkey PRIMARY KEY (tenant, scope)
);

GRANT USAGE ON SCHEMA public TO :role;
