-- What was said, by the month in which it was taken in: a month past retention goes by dropping its partition. The
-- spine of each message stays in transcript, so that positions, watermarks and known messages stay exact.
CREATE TABLE transcript_words (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    month DATE NOT NULL,
    content TEXT NOT NULL,
    tool_calls JSONB DEFAULT '[]'::jsonb NOT NULL,
    tool_call_id TEXT,
    CONSTRAINT transcript_words_pkey PRIMARY KEY (tenant, scope, session_id, position, month)
) PARTITION BY RANGE (month);

-- Statistics of the whole would keep samples of words that went with their month.
ALTER TABLE transcript_words
    ALTER COLUMN content SET STATISTICS 0,
    ALTER COLUMN tool_calls SET STATISTICS 0,
    ALTER COLUMN tool_call_id SET STATISTICS 0;

-- Which positions of a session a month holds: whether all of a month is consolidated is asked of sessions, not of messages.
CREATE TABLE transcript_months (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT NOT NULL,
    month DATE NOT NULL,
    first_position INTEGER NOT NULL,
    last_position INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    CONSTRAINT transcript_months_pkey PRIMARY KEY (tenant, scope, session_id, month)
);

CREATE INDEX transcript_months_month_tenant_idx ON transcript_months (month, tenant);

-- Months that were dropped, and how many of a tenant's messages are not in the report of a night of its own yet.
CREATE TABLE transcript_drops (
    tenant TEXT NOT NULL,
    month DATE NOT NULL,
    dropped_at TIMESTAMP WITH TIME ZONE NOT NULL,
    messages BIGINT NOT NULL,
    uncounted BIGINT NOT NULL,
    CONSTRAINT transcript_drops_pkey PRIMARY KEY (tenant, month)
);

ALTER TABLE forgetting_runs ADD COLUMN transcripts JSONB DEFAULT '{}'::jsonb NOT NULL;

-- Makes a month's partition where it is missing: beside readers and writers, by whoever comes first. Whether it is there is
-- asked of the catalog: what to_regclass remembers may be older than the lock.
CREATE FUNCTION ensure_transcript_month(of_month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    begins date := date_trunc('month', of_month)::date;
    part text := 'transcript_words_' || to_char(begins, 'YYYY_MM');
BEGIN
    IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = part) THEN
        RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('public.transcript_words'));
    IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = part) THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE public.%I (LIKE public.transcript_words INCLUDING DEFAULTS)', part);
    -- Nobody has a right to it but through transcript_words; without a policy of its own it would show nobody a row.
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('REVOKE ALL ON public.%I FROM PUBLIC', part);
    EXECUTE format('ALTER TABLE public.transcript_words ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
                   part, begins, (begins + interval '1 month')::date);
    RETURN true;
END
$$;

-- Whether a session of any tenant has messages of the month that are not consolidated, or a segment of it is to be
-- extracted again. For the two functions below, which see all tenants.
CREATE FUNCTION transcript_month_needed(of_month date) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
    SELECT EXISTS (SELECT FROM public.segments g JOIN public.transcript_months m USING (tenant, scope, session_id)
                   WHERE g.redo_at IS NOT NULL AND g.committed_at IS NOT NULL AND m.month = of_month
                     AND g.first_position <= m.last_position AND g.end_position > m.first_position)
        OR EXISTS (SELECT FROM public.transcript_months m JOIN public.sessions s USING (tenant, scope, session_id)
                   WHERE m.month = of_month AND m.last_position >= s.watermark)
$$;

-- Whether a month is over for four weeks by this server's clock: nothing younger goes, whatever day or instant is named.
CREATE FUNCTION transcript_month_is_old(of_month date) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
    SELECT of_month + interval '1 month' + interval '28 days' <= now() AT TIME ZONE 'UTC'
$$;

-- Months before a day whose words are there, and whether anybody needs them.
CREATE FUNCTION transcript_months_before(a_day date) RETURNS TABLE (month date, needed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT p.month, public.transcript_month_needed(p.month)
    FROM (SELECT to_date(substr(c.relname, 18), 'YYYY_MM') AS month
          FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'public.transcript_words'::regclass) p
    WHERE p.month < a_day AND public.transcript_month_is_old(p.month)
    ORDER BY p.month
$$;

-- Drops a month's words unless somebody still needs them, which is looked at under the lock: nobody writes meanwhile, for
-- everybody comes through transcript_words, and its partitions need not be waited for one by one. Whether they are gone.
-- An owner who is bound to row-level security as well would see nobody who needs them: that is an error.
CREATE FUNCTION drop_transcript_month(of_month date, at_instant timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET row_security = off AS $$
DECLARE
    begins date := date_trunc('month', of_month)::date;
    part text := 'transcript_words_' || to_char(begins, 'YYYY_MM');
BEGIN
    IF NOT public.transcript_month_is_old(begins) THEN
        RETURN false;
    END IF;
    LOCK TABLE ONLY public.transcript_words IN ACCESS EXCLUSIVE MODE;
    IF NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = part) THEN
        RETURN true;
    END IF;
    IF public.transcript_month_needed(begins) THEN
        RETURN false;
    END IF;
    INSERT INTO public.transcript_drops AS d (tenant, month, dropped_at, messages, uncounted)
    SELECT m.tenant, m.month, at_instant, sum(m.messages), sum(m.messages)
    FROM public.transcript_months m WHERE m.month = begins GROUP BY m.tenant, m.month
    ON CONFLICT (tenant, month) DO UPDATE
    SET dropped_at = excluded.dropped_at, messages = excluded.messages,
        uncounted = d.uncounted + greatest(excluded.messages - d.messages, 0);
    EXECUTE format('DROP TABLE public.%I', part);
    RETURN true;
END
$$;

REVOKE ALL ON FUNCTION ensure_transcript_month(date) FROM PUBLIC;
REVOKE ALL ON FUNCTION transcript_month_needed(date) FROM PUBLIC;
REVOKE ALL ON FUNCTION transcript_month_is_old(date) FROM PUBLIC;
REVOKE ALL ON FUNCTION transcript_months_before(date) FROM PUBLIC;
REVOKE ALL ON FUNCTION drop_transcript_month(date, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_transcript_month(date) TO :role;
GRANT EXECUTE ON FUNCTION transcript_months_before(date) TO :role;
GRANT EXECUTE ON FUNCTION drop_transcript_month(date, timestamptz) TO :role;
