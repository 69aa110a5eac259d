-- A check value of the key under which digests are made: one row, no content.
CREATE TABLE digest_keys (
    id smallint NOT NULL,
    check_value bytea NOT NULL,
    CONSTRAINT digest_keys_pkey PRIMARY KEY (id),
    CONSTRAINT digest_keys_id_check CHECK (id = 1)
);
