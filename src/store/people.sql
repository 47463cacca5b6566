-- The key of all hashes, where servers share a database; beside a file it is in a file of its own.
CREATE TABLE secret(name text PRIMARY KEY, value bytea NOT NULL);
-- People, in a file and in a database alike: both know these types. All ids and tokens are made by
-- the server. A person's id is a random positive number.
CREATE TABLE person(
    id bigint PRIMARY KEY, name text NOT NULL, fold text NOT NULL UNIQUE, secret bytea NOT NULL UNIQUE,
    made bigint NOT NULL, worded bigint NOT NULL, visible bigint NOT NULL);
-- Names that somebody had until lately. Nobody else may take them until then.
CREATE TABLE reserved(fold text PRIMARY KEY, person bigint NOT NULL, until bigint NOT NULL);
-- One row for each device that is signed in. `token` is the keyed hash of the cookie.
CREATE TABLE session(
    token bytea PRIMARY KEY, id bigint NOT NULL, person bigint NOT NULL, device text NOT NULL,
    made bigint NOT NULL, seen bigint NOT NULL);
CREATE INDEX session_person ON session(person);
-- What may be used once: links to another device, and challenges of passkeys (person 0: anybody).
CREATE TABLE once(
    token bytea PRIMARY KEY, kind bigint NOT NULL, person bigint NOT NULL, until bigint NOT NULL);
CREATE INDEX once_until ON once(until);
CREATE TABLE passkey(
    id bytea PRIMARY KEY, person bigint NOT NULL, public bytea NOT NULL, uses bigint NOT NULL,
    device text NOT NULL, made bigint NOT NULL, seen bigint NOT NULL);
CREATE INDEX passkey_person ON passkey(person);
-- A game of a person. `tbl` is the table's row, or a negative number for an imported game, whose
-- record is here. `ended` 0: it runs. `result`: enum people_result. `share` is in sixtieths (GAME_WHOLE);
-- `luck`, `spread` and `cost` in millionths of a win, NULL until the game is analysed at the time
-- `analysed`; `detail` then is {"mistakes":[{"kind","cost"}],"themes":[{"theme","words","refused"}]}.
CREATE TABLE played(
    person bigint NOT NULL, tbl bigint NOT NULL, seat bigint NOT NULL, name text NOT NULL,
    game text NOT NULL, players bigint NOT NULL, began bigint NOT NULL, ended bigint NOT NULL,
    result bigint NOT NULL, share bigint NOT NULL, hints bigint NOT NULL, lines bigint NOT NULL,
    opponents text NOT NULL, record text, luck bigint, spread bigint, cost bigint, analysed bigint NOT NULL,
    detail text, PRIMARY KEY(person, tbl, seat));
-- Every filter of a list is decided in one of these indexes; rows are only read for what is shown.
CREATE INDEX played_list ON played(person, ended, tbl, seat, game, result, hints);
CREATE INDEX played_game ON played(person, game, ended, tbl, seat, result, hints);
CREATE INDEX played_result ON played(person, result, ended, tbl, seat, game, hints);
CREATE INDEX played_table ON played(tbl);
CREATE INDEX played_waiting ON played(analysed, ended);
CREATE INDEX played_luck ON played(person, ended, tbl) WHERE luck IS NOT NULL;
-- Who played against the person: a folded name, or `bot:AGENT`.
CREATE TABLE against(
    person bigint NOT NULL, opponent text NOT NULL, ended bigint NOT NULL, tbl bigint NOT NULL,
    seat bigint NOT NULL, game text NOT NULL, result bigint NOT NULL, hints bigint NOT NULL,
    PRIMARY KEY(person, opponent, ended, tbl, seat, game, result, hints));
CREATE INDEX against_table ON against(tbl);
-- Seats, of guests too, that have asked for a hint.
CREATE TABLE hinted(tbl bigint NOT NULL, seat bigint NOT NULL, PRIMARY KEY(tbl, seat));
-- Seats whose names are to be removed from the events of their tables, since an account was deleted.
CREATE TABLE erase(
    tbl bigint NOT NULL, seat bigint NOT NULL, fold text NOT NULL, PRIMARY KEY(tbl, seat, fold));
-- Deleted accounts whose games are still to be removed.
CREATE TABLE gone(person bigint PRIMARY KEY, fold text NOT NULL);
-- Counts of a person's finished games, changed in the commit of each game: `kind` is enum tally in
-- people/internal.h, `name` a month, a folded name or a bot's, `shown` the name as it was last written.
CREATE TABLE tally(
    person bigint NOT NULL, kind bigint NOT NULL, name text NOT NULL, game text NOT NULL, shown text NOT NULL,
    played bigint NOT NULL, won bigint NOT NULL, drawn bigint NOT NULL, lost bigint NOT NULL, gone bigint NOT NULL,
    PRIMARY KEY(person, kind, name, game));
CREATE INDEX tally_most ON tally(person, kind, played);
-- Sums over the analysed games of a person: luck and cost in millionths of a win, `variance` of the
-- luck in their squares.
CREATE TABLE ledger(
    person bigint NOT NULL, game text NOT NULL, games bigint NOT NULL, luck bigint NOT NULL,
    variance bigint NOT NULL, cost bigint NOT NULL, PRIMARY KEY(person, game));
-- Sums too: `kind` 1: what a kind of mistake has cost, in how many games; 2: words of a theme, and
-- how many of them were refused.
CREATE TABLE habit(
    person bigint NOT NULL, kind bigint NOT NULL, game text NOT NULL, name text NOT NULL,
    games bigint NOT NULL, amount bigint NOT NULL, refused bigint NOT NULL,
    PRIMARY KEY(person, kind, game, name));
-- Games that a server is analysing: nobody else takes one until then. A game whose analysis is never
-- finished is given up after a few tries.
CREATE TABLE study(tbl bigint PRIMARY KEY, until bigint NOT NULL, tries bigint NOT NULL, server text NOT NULL);
-- How many games of a person were taken on a day (days since 1970).
CREATE TABLE effort(
    person bigint NOT NULL, day bigint NOT NULL, games bigint NOT NULL, PRIMARY KEY(person, day));
