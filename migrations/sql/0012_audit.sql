-- Who did what to which id, and when. No content and no readable id: actor, scope and ids are HMACs.
CREATE TABLE audit (
    tenant TEXT NOT NULL,
    id BIGINT GENERATED ALWAYS AS IDENTITY,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    actor BYTEA NOT NULL,
    action TEXT NOT NULL,
    scope_digest BYTEA,
    ids BYTEA[] DEFAULT '{}' NOT NULL,
    count INTEGER DEFAULT 0 NOT NULL,
    outcome TEXT NOT NULL,
    CONSTRAINT audit_pkey PRIMARY KEY (tenant, id)
);

CREATE INDEX audit_tenant_at_idx ON audit (tenant, at, id);

CREATE INDEX audit_at_idx ON audit (at);

-- The role may add and read, no more; and whoever else tries, the owner included, changes nothing either. Only what is
-- older than thirty days can go, by its age.
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '30 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END
$$;

CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays();

CREATE FUNCTION expire_audit(before_instant timestamptz, at_most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    WITH gone AS (
        DELETE FROM public.audit a USING (
            SELECT o.tenant, o.id FROM public.audit o
            WHERE o.at < least(before_instant, now() - interval '30 days') ORDER BY o.at LIMIT at_most
        ) old
        WHERE a.tenant = old.tenant AND a.id = old.id RETURNING 1
    )
    SELECT count(*) FROM gone
$$;

-- Keys of the HTTP service: a digest under the installation's key, never the key itself.
CREATE TABLE api_keys (
    tenant TEXT NOT NULL,
    key_id TEXT NOT NULL,
    digest BYTEA NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE,
    revoked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT api_keys_pkey PRIMARY KEY (tenant, key_id),
    CONSTRAINT api_keys_role_check CHECK (role IN ('reader', 'writer', 'admin'))
);

CREATE INDEX api_keys_digest_idx ON api_keys (digest);

-- A key tells whose it is: it is looked up before any tenant is known, by a digest that only its holder can bring about.
CREATE FUNCTION api_key_of(presented bytea)
RETURNS TABLE (tenant text, key_id text, digest bytea, role text, expires_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT k.tenant, k.key_id, k.digest, k.role, k.expires_at, k.revoked_at
    FROM public.api_keys k WHERE k.digest = presented LIMIT 1
$$;

REVOKE ALL ON FUNCTION audit_stays() FROM PUBLIC;
REVOKE ALL ON FUNCTION expire_audit(timestamptz, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION api_key_of(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expire_audit(timestamptz, integer) TO :role;
GRANT EXECUTE ON FUNCTION api_key_of(bytea) TO :role;
