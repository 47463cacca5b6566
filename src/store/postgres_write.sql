-- One batch: new events, tables that were let go, and the rows of tables.
WITH added AS (
    INSERT INTO event(tbl, number, at, kind, seat, "left", text)
    SELECT * FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[],
                         $7::bytea[])),
gone AS (
    UPDATE tables t SET owner = NULL
    FROM unnest($16::int8[], $17::int8[], $18::int8[]) AS r(id, owner, claim)
    WHERE t.id = r.id AND t.owner = r.owner AND t.claim = r.claim)
INSERT INTO tables(id, name, phase, listed, created, changed, summary, owner, claim)
SELECT id, convert_from(name, 'UTF8'), phase, listed, created, changed, summary, owner, 1
FROM unnest($8::int8[], $9::bytea[], $10::int8[], $11::bool[], $12::int8[], $13::int8[],
            $14::bytea[], $15::int8[])
    AS r(id, name, phase, listed, created, changed, summary, owner)
ON CONFLICT(id) DO UPDATE SET phase = excluded.phase, listed = excluded.listed,
    changed = excluded.changed, summary = excluded.summary
