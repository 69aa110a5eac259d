-- Scopes that got memories since a night looked at how many they hold, where a policy bounds that.
CREATE TABLE crowding (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    CONSTRAINT crowding_pkey PRIMARY KEY (tenant, scope)
);

ALTER TABLE ageing ADD COLUMN surplus_since TIMESTAMP WITH TIME ZONE;

-- How dense each index was at its best: by that upkeep tells how much of it is air.
CREATE TABLE index_densities (
    index_name TEXT NOT NULL,
    bytes_per_entry FLOAT NOT NULL,
    measured_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT index_densities_pkey PRIMARY KEY (index_name)
);

-- What may be purged of a scope, soon or together with the rest of its slot.
CREATE INDEX ageing_leaving_idx ON ageing (tenant, scope) WHERE kind = 'purge';
