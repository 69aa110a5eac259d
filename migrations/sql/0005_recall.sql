CREATE TABLE embedding_spaces (
    id SMALLINT GENERATED ALWAYS AS IDENTITY,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    CONSTRAINT embedding_spaces_pkey PRIMARY KEY (id),
    CONSTRAINT embedding_spaces_model_dimensions_key UNIQUE (model, dimensions)
);

CREATE TABLE vectors (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    space_id SMALLINT NOT NULL,
    memory_id UUID NOT NULL,
    tier TEXT NOT NULL,
    text_digest BYTEA NOT NULL,
    embedding VECTOR NOT NULL,
    CONSTRAINT vectors_pkey PRIMARY KEY (tenant, scope, space_id, memory_id),
    CONSTRAINT vectors_space_id_fkey FOREIGN KEY(space_id) REFERENCES embedding_spaces (id)
);

CREATE TABLE terms (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    kind TEXT NOT NULL,
    term_digest BYTEA NOT NULL,
    memory_id UUID NOT NULL,
    tier TEXT NOT NULL,
    CONSTRAINT terms_pkey PRIMARY KEY (tenant, scope, kind, term_digest, memory_id),
    CONSTRAINT terms_kind_check CHECK (kind IN ('term', 'entity'))
);

CREATE INDEX terms_memory_idx ON terms (tenant, scope, memory_id);

CREATE FUNCTION scopes_wanting_vectors(in_space smallint, at_most integer)
RETURNS TABLE (tenant text, scope text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT wanting.tenant, wanting.scope FROM (
        SELECT f.tenant, f.scope FROM public.facts f
        WHERE f.status = 'current' AND f.valid_to IS NULL AND NOT EXISTS (
            SELECT FROM public.vectors v
            WHERE v.tenant = f.tenant AND v.scope = f.scope AND v.space_id = in_space AND v.memory_id = f.id)
        UNION
        SELECT e.tenant, e.scope FROM public.episodes e
        WHERE e.status = 'active' AND NOT EXISTS (
            SELECT FROM public.vectors v
            WHERE v.tenant = e.tenant AND v.scope = e.scope AND v.space_id = in_space AND v.memory_id = e.id)
    ) AS wanting
    LIMIT at_most
$$;

REVOKE ALL ON FUNCTION scopes_wanting_vectors(smallint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scopes_wanting_vectors(smallint, integer) TO :role;
