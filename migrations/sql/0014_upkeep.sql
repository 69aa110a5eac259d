-- Scopes that got memories since a night looked at how many they hold, where a policy bounds that.
CREATE TABLE crowding (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    CONSTRAINT crowding_pkey PRIMARY KEY (tenant, scope)
);

ALTER TABLE ageing ADD COLUMN surplus_since TIMESTAMP WITH TIME ZONE;
