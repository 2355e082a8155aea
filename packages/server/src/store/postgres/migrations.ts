import { never } from '../RecordEvent.ts';
import type { Chained } from '../Store.ts';
import type { Connection } from './Connection.ts';
import { chainAudit } from './chainAudit.ts';

/** How a step changes a schema: by SQL, or as it depends on what it finds. */
type Step = string | ((connection: Connection, tell: (chained: Chained) => void) => Promise<void>);

const eventsTable = `CREATE TABLE newsstand.events (
    revision bigint PRIMARY KEY,
    at bigint NOT NULL,
    start bigint NOT NULL,
    shelf integer NOT NULL REFERENCES newsstand.shelves,
    id text COLLATE "C" NOT NULL,
    was_alias text COLLATE "C",
    was_published bigint,
    was_from bigint,
    was_until bigint,
    is_alias text COLLATE "C",
    is_published bigint,
    is_from bigint,
    is_until bigint
  );`;

const liveTime = String.raw`CREATE FUNCTION newsstand.live_time(
    document text, OUT published_from bigint, OUT live_from bigint, OUT live_until bigint
  )
  LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT published, greatest(published, coalesce("openingAt", -${never})), coalesce("closingAt", ${never})
    FROM json_to_record(
      (CASE WHEN document NOT LIKE '{%' THEN '{}'
       WHEN strpos(document, '\u') > 0 THEN regexp_replace(document, '\\(u[[:xdigit:]]{4}|.)', '?', 'g')
       ELSE document END)::json
    ) AS fields (status text, "reservedAt" bigint, "openingAt" bigint, "closingAt" bigint)
    CROSS JOIN LATERAL (
      SELECT coalesce("reservedAt", CASE WHEN status = 'draft' THEN ${never} ELSE -${never} END)
    ) AS publication (published)
  $$;`;

/**
 * The steps from an empty database to the schema of today; `about.version` is how many it has taken.
 * A step that has been on the main branch is never changed: append another one.
 *
 * - Everything is in a separate schema, so that the database can be shared.
 * - A shelf is all records of one kind in one scope. A space comes with its three collection shelves;
 *   an instance adds another shelf. A removed instance keeps its row, so that numbers never change.
 * - A link is stored in its record as `<shelf of the target>/<kind>/<id>`, with an index for the reverse direction.
 * - The change log holds a thing once, at its last change: a record, a shelf itself (no ID; for a space that of its
 *   categories), or a credential (shelf 0). Its numbers are given by the one that holds the lock for writing.
 * - The `start` of a version is the revision at which the transaction began that replaced it: no two that change a
 *   record begin at the same one. A version that was copied from another store has -1.
 * - An event says when a record was live before a change, and when it is since; null if there was none, or is none. It
 *   is as old as its number in the change log; its `start` is the revision at which its transaction began. Before
 *   `events_floor`, events are not known.
 * - `next` is the next version of a record (`encodeNext`); its alias and the time at which it takes over have columns of
 *   their own. Its links are stored behind those of the record. A version has the next version that was beside it.
 * - An event is hidden if only the next version was changed. `was_next` and `is_next` say when that is live, and from when
 *   on it counts.
 * - `mentioned_media` is the media that a record or its next version names anywhere, as in the blocks of a body. In `next`,
 *   a document is a text, so that its quotes are escaped.
 * - A delivery is a call of a webhook; those that are still to be made have a time at which they are due.
 * - An audit entry names operators by their pseudonyms, and has a hash over itself and the hash of the entry before it.
 *   `audit_chain` holds the last entry that was pruned and the newest one, so that it shows if either end is cut off.
 * - `live_time` removes the escapes of a document first, if it has any for code points: some stand for characters that
 *   PostgreSQL refuses.
 * - A transaction that changes nothing in the change log has no revision. Its mark is in `office_commits`, for as long as
 *   a writer may need to know whether it was committed.
 * - A program of before schema 5 does not look at the version before it writes, and does not say which one it knows. The
 *   database refuses its commits, since they would lack events.
 * - Text is compared by code point everywhere, whatever the collation of the database.
 */
export const migrations: readonly Step[] = [
  `
  CREATE TABLE newsstand.shelves (
    shelf integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    project_id text COLLATE "C" NOT NULL,
    space_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('category', 'tag', 'media', 'news', 'banner')),
    instance_id text COLLATE "C" NOT NULL,
    present boolean NOT NULL DEFAULT true,
    UNIQUE (project_id, space_id, kind, instance_id),
    CHECK ((instance_id <> '') = (kind IN ('news', 'banner')))
  );
  CREATE INDEX shelves_absent ON newsstand.shelves (shelf) WHERE NOT present;
  CREATE TABLE newsstand.records (
    record bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    shelf integer NOT NULL REFERENCES newsstand.shelves,
    id text COLLATE "C" NOT NULL CHECK (id <> ''),
    alias text COLLATE "C",
    document text NOT NULL,
    links text[] COLLATE "C" NOT NULL,
    UNIQUE (shelf, id)
  );
  CREATE INDEX records_in_order ON newsstand.records (shelf, record);
  CREATE INDEX records_by_alias ON newsstand.records (shelf, alias) WHERE alias IS NOT NULL;
  CREATE INDEX records_by_link ON newsstand.records USING gin (links);
  CREATE TABLE newsstand.credentials (
    key text COLLATE "C" PRIMARY KEY,
    document text NOT NULL
  );
  CREATE TABLE newsstand.changes (
    revision bigint PRIMARY KEY,
    shelf integer NOT NULL,
    id text COLLATE "C" NOT NULL,
    UNIQUE (shelf, id)
  );
  CREATE TABLE newsstand.commits (
    revision bigint PRIMARY KEY,
    mark text COLLATE "C" NOT NULL
  );
  INSERT INTO newsstand.commits VALUES (0, '');
  `,
  `
  CREATE TABLE newsstand.operators (
    operator_id text COLLATE "C" PRIMARY KEY,
    document text NOT NULL
  );
  CREATE TABLE newsstand.passes (
    sha256 text COLLATE "C" PRIMARY KEY,
    operator_id text COLLATE "C" REFERENCES newsstand.operators ON DELETE CASCADE,
    expires_at bigint,
    document text NOT NULL
  );
  CREATE INDEX passes_by_operator ON newsstand.passes (operator_id);
  CREATE TABLE newsstand.versions (
    shelf integer NOT NULL REFERENCES newsstand.shelves,
    id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    alias text COLLATE "C",
    document text NOT NULL,
    links text[] COLLATE "C" NOT NULL,
    replaced_at bigint NOT NULL,
    replaced_by text COLLATE "C" NOT NULL,
    was_removed boolean NOT NULL,
    start bigint NOT NULL,
    PRIMARY KEY (shelf, id, number)
  );
  CREATE INDEX versions_removed ON newsstand.versions (replaced_at DESC, shelf, id, number) WHERE was_removed;
  CREATE TABLE newsstand.audit (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at bigint NOT NULL,
    author text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    project_id text COLLATE "C",
    target text COLLATE "C" NOT NULL,
    details text
  );
  CREATE INDEX audit_by_target ON newsstand.audit (target, project_id, author, number);
  CREATE TABLE newsstand.key_usage (
    key text COLLATE "C" NOT NULL,
    day integer NOT NULL,
    requests bigint NOT NULL,
    last_used_at bigint NOT NULL,
    PRIMARY KEY (key, day)
  );
  CREATE TABLE newsstand.office_commits (
    mark text COLLATE "C" PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
  );
  `,
  `
  ${eventsTable}
  CREATE TABLE newsstand.events_floor (revision bigint NOT NULL);
  INSERT INTO newsstand.events_floor SELECT coalesce(max(revision), 0) FROM newsstand.commits;
  ${liveTime}
  `,
  `
  CREATE TABLE newsstand.webhooks (
    webhook_id text COLLATE "C" PRIMARY KEY,
    document text NOT NULL
  );
  CREATE TABLE newsstand.deliveries (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    webhook_id text COLLATE "C" NOT NULL REFERENCES newsstand.webhooks ON DELETE CASCADE,
    thing text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint,
    document text NOT NULL,
    CHECK ((due_at IS NOT NULL) = (state = 'pending'))
  );
  CREATE INDEX deliveries_by_webhook ON newsstand.deliveries (webhook_id, number);
  CREATE INDEX deliveries_by_thing ON newsstand.deliveries (webhook_id, thing, number) WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_pending ON newsstand.deliveries (webhook_id, number, due_at, created_at)
    WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_over ON newsstand.deliveries (created_at) WHERE due_at IS NULL;
  CREATE TABLE newsstand.webhook_sender (
    holder text COLLATE "C" NOT NULL,
    until timestamptz NOT NULL,
    position text
  );
  INSERT INTO newsstand.webhook_sender VALUES ('', '-infinity', NULL);
  `,
  // For a while, development versions made `events` and `live_time` differently, under the number of the step that makes
  // them now. What was written to such a table is dropped: those who listen have to read everything anew.
  `
  DO $mend$ BEGIN
    IF NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = 'newsstand.events'::regclass AND attname = 'is_published'
    ) THEN
      DROP TABLE newsstand.events;
      ${eventsTable}
      UPDATE newsstand.events_floor
      SET revision = (SELECT coalesce(max(commits.revision), 0) FROM newsstand.commits);
    END IF;
  END $mend$;
  DROP FUNCTION newsstand.live_time(text);
  ${liveTime}
  ALTER TABLE newsstand.commits ADD COLUMN schema integer;
  CREATE FUNCTION newsstand.refuse_older_program() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the store was upgraded by a newer version; restart this node with it';
  END $$;
  CREATE TRIGGER refuse_older_program BEFORE INSERT ON newsstand.commits
  FOR EACH ROW WHEN (NEW.schema IS NULL) EXECUTE FUNCTION newsstand.refuse_older_program();
  `,
  // Nobody hears of an incomplete draft: for events, there is none.
  String.raw`CREATE OR REPLACE FUNCTION newsstand.live_time(
    document text, OUT published_from bigint, OUT live_from bigint, OUT live_until bigint
  )
  LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT published, greatest(published, coalesce("openingAt", -${never})), coalesce("closingAt", ${never})
    FROM json_to_record(
      (CASE WHEN document NOT LIKE '{%' THEN '{}'
       WHEN strpos(document, '\u') > 0 THEN regexp_replace(document, '\\(u[[:xdigit:]]{4}|.)', '?', 'g')
       ELSE document END)::json
    ) AS fields (status text, "reservedAt" bigint, "openingAt" bigint, "closingAt" bigint, missing json)
    CROSS JOIN LATERAL (
      SELECT coalesce("reservedAt", CASE WHEN status = 'draft' THEN ${never} ELSE -${never} END)
    ) AS publication (published)
    WHERE missing IS NULL
  $$;`,
  `
  ALTER TABLE newsstand.records ADD COLUMN next text, ADD COLUMN next_alias text COLLATE "C",
    ADD COLUMN takes_over_at bigint;
  CREATE INDEX records_by_next_alias ON newsstand.records (shelf, next_alias) WHERE next_alias IS NOT NULL;
  ALTER TABLE newsstand.versions ADD COLUMN next text;
  ALTER TABLE newsstand.events ADD COLUMN was_next text, ADD COLUMN is_next text,
    ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
  `,
  String.raw`
  CREATE FUNCTION newsstand.mentioned_media(document text, next text) RETURNS text[]
  LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
    FROM regexp_matches(document || coalesce(replace(next, '\"', '"'), ''), '"mediaId":"([^"\\]+)"', 'g') AS found
  $$;
  CREATE INDEX records_by_mention ON newsstand.records USING gin (newsstand.mentioned_media(document, next));
  CREATE TABLE newsstand.presence (
    shelf integer NOT NULL,
    id text COLLATE "C" NOT NULL,
    operator_id text COLLATE "C" NOT NULL,
    is_editing boolean NOT NULL,
    since bigint NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (shelf, id, operator_id)
  );
  CREATE TABLE newsstand.instance_settings (
    shelf integer PRIMARY KEY REFERENCES newsstand.shelves,
    preview_url text
  );
  `,
  `
  ALTER TABLE newsstand.records ADD COLUMN changed_at bigint, ADD COLUMN changed_by text COLLATE "C";
  UPDATE newsstand.records SET changed_at = newest.replaced_at, changed_by = newest.replaced_by
  FROM (
    SELECT DISTINCT ON (shelf, id) shelf, id, replaced_at, replaced_by, was_removed FROM newsstand.versions
    ORDER BY shelf, id, number DESC
  ) AS newest
  WHERE records.shelf = newest.shelf AND records.id = newest.id AND NOT newest.was_removed;
  CREATE INDEX records_by_change ON newsstand.records (shelf, changed_at DESC) WHERE changed_at IS NOT NULL;
  CREATE INDEX records_by_author ON newsstand.records (shelf, changed_by, changed_at DESC)
    WHERE changed_by IS NOT NULL;
  `,
  `
  CREATE INDEX preview_links ON newsstand.credentials ((document::json #>> '{item,id}'))
    WHERE document::json #>> '{item,id}' IS NOT NULL;
  CREATE INDEX preview_links_by_end ON newsstand.credentials (((document::json ->> 'expiresAt')::bigint))
    WHERE document::json #>> '{item,id}' IS NOT NULL;
  `,
  // With the ID, all items of an author are found without reading them.
  `
  DROP INDEX newsstand.records_by_author;
  CREATE INDEX records_by_author ON newsstand.records (shelf, changed_by, changed_at, id)
    WHERE changed_by IS NOT NULL;
  `,
  `
  CREATE TABLE newsstand.factors (
    factor_id text COLLATE "C" PRIMARY KEY,
    operator_id text COLLATE "C" NOT NULL REFERENCES newsstand.operators ON DELETE CASCADE,
    document text NOT NULL
  );
  CREATE INDEX factors_by_operator ON newsstand.factors (operator_id);
  CREATE TABLE newsstand.access_policy (document text NOT NULL);
  `,
  `
  CREATE TABLE newsstand.mails (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    operator_id text COLLATE "C" NOT NULL REFERENCES newsstand.operators ON DELETE CASCADE,
    author text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint,
    document text NOT NULL
  );
  CREATE INDEX mails_by_operator ON newsstand.mails (operator_id);
  CREATE INDEX mails_by_time ON newsstand.mails (type, created_at);
  CREATE INDEX mails_pending ON newsstand.mails (due_at, created_at) WHERE due_at IS NOT NULL;
  CREATE INDEX mails_over ON newsstand.mails (created_at) WHERE due_at IS NULL;
  `,
  chainAudit,
  `
  CREATE TABLE newsstand.proposals (
    proposal_id text COLLATE "C" PRIMARY KEY,
    shelf integer NOT NULL REFERENCES newsstand.shelves,
    id text COLLATE "C" NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'published', 'returned', 'withdrawn')),
    proposed_by text COLLATE "C" NOT NULL,
    proposed_at bigint NOT NULL,
    closed_by text COLLATE "C",
    document text NOT NULL
  );
  CREATE UNIQUE INDEX proposals_open ON newsstand.proposals (shelf, id) WHERE state = 'open';
  CREATE INDEX proposals_by_item ON newsstand.proposals (shelf, id, proposed_at);
  CREATE INDEX proposals_by_time ON newsstand.proposals (shelf, state, proposed_at);
  CREATE INDEX proposals_by_author ON newsstand.proposals (proposed_by, state);
  CREATE TABLE newsstand.comments (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    proposal_id text COLLATE "C" NOT NULL REFERENCES newsstand.proposals ON DELETE CASCADE,
    at bigint NOT NULL,
    author text COLLATE "C" NOT NULL,
    document text NOT NULL
  );
  CREATE INDEX comments_by_proposal ON newsstand.comments (proposal_id, number);
  ALTER TABLE newsstand.instance_settings ADD COLUMN four_eyes boolean NOT NULL DEFAULT false;
  `,
  `
  CREATE TABLE newsstand.place_names (
    project_id text COLLATE "C" NOT NULL,
    space_id text COLLATE "C" NOT NULL,
    instance_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (project_id, space_id, instance_id)
  );
  CREATE TABLE newsstand.removed_places (
    removal_id text COLLATE "C" PRIMARY KEY,
    removed_at bigint NOT NULL,
    document text NOT NULL
  );
  CREATE TABLE newsstand.removed_parts (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    removal_id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    document text NOT NULL
  );
  CREATE INDEX removed_parts_by_type ON newsstand.removed_parts (removal_id, type, number);
  `,
  // What was removed before imports were noted is not to come back with the next one: no digest is empty.
  `
  CREATE TABLE newsstand.imported (
    shelf integer NOT NULL REFERENCES newsstand.shelves,
    id text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    PRIMARY KEY (shelf, id)
  );
  INSERT INTO newsstand.imported
    SELECT DISTINCT shelf, id, '' FROM newsstand.versions AS gone WHERE was_removed
      AND NOT EXISTS (SELECT FROM newsstand.records WHERE records.shelf = gone.shelf AND records.id = gone.id)
      AND NOT EXISTS (SELECT FROM newsstand.versions AS newer
        WHERE newer.shelf = gone.shelf AND newer.id = gone.id AND newer.number > gone.number);
  `,
  'ALTER TABLE newsstand.about ADD COLUMN generation integer NOT NULL DEFAULT 1',
  'ALTER TABLE newsstand.instance_settings ADD COLUMN default_picture text COLLATE "C"',
  'ALTER TABLE newsstand.instance_settings ADD COLUMN views text COLLATE "C"',
];
