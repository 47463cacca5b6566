-- Version 1 of the store in a database.
CREATE TABLE server(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    until timestamptz NOT NULL);
CREATE TABLE tables(
    id bigint PRIMARY KEY, name text NOT NULL UNIQUE, phase int NOT NULL, listed bool NOT NULL,
    created bigint NOT NULL, changed bigint NOT NULL, summary bytea NOT NULL, owner bigint,
    claim bigint NOT NULL);
CREATE INDEX tables_shown ON tables(listed, phase, changed);
CREATE TABLE event(
    tbl bigint, number int, at bigint NOT NULL, kind int NOT NULL, seat int NOT NULL,
    "left" bigint NOT NULL, text bytea NOT NULL, PRIMARY KEY(tbl, number));
CREATE SEQUENCE ids;
