-- What a search path does not name comes first: temporary tables and types, which any role may make. Functions that work
-- with the owner's rights, or that such ones call, would take them for the catalog's, and run what they hold.
DO $$
DECLARE
    theirs regprocedure;
BEGIN
    FOR theirs IN SELECT p.oid FROM pg_catalog.pg_proc p
                  WHERE p.pronamespace = 'public'::regnamespace AND p.proconfig @> ARRAY['search_path=pg_catalog, public'] LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', theirs);
    END LOOP;
END
$$;
