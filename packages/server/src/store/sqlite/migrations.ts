import type { Database } from 'bun:sqlite';
import { type Chained, type OnMigration, tellingChained } from '../Store.ts';
import { decodeNext, mentionedMedia } from '../StoredRecord.ts';
import { StoreError, StoreUpgradedError } from '../StoreError.ts';
import { chainAudit } from './chainAudit.ts';
import { yieldToEventLoop } from './Session.ts';

/** Marks a database as ours in its file header. */
export const applicationId = 0x4e657773;

/** How a step changes a schema: by SQL, or as it depends on what it finds. */
type Step = string | ((db: Database, tell: (chained: Chained) => void) => void | Promise<void>);

const eventsTable = `CREATE TABLE events (
    revision INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    start INTEGER NOT NULL,
    shelf INTEGER NOT NULL REFERENCES shelves,
    id TEXT NOT NULL,
    was_alias TEXT,
    was_published INTEGER,
    was_from INTEGER,
    was_until INTEGER,
    is_alias TEXT,
    is_published INTEGER,
    is_from INTEGER,
    is_until INTEGER
  );`;

/**
 * The steps from an empty file to the schema of today; the version of a file is how many it has taken.
 * A step that has been on the main branch is never changed: append another one.
 *
 * - A shelf is all records of one kind in one scope. A space comes with its three collection shelves;
 *   an instance adds another shelf. A removed instance keeps its row, so that numbers never change.
 * - A record knows who changed it last, and when; null if that was before it was noted.
 * - The change log holds a thing once, at its last change. AUTOINCREMENT never gives a number twice.
 * - A transaction that changed something leaves its newest number, and a random mark, in \`commits\`.
 * - The \`start\` of a version is the revision at which the transaction began that replaced it: no two that change a
 *   record begin at the same one. A version that was copied from another store has -1.
 * - An event says when a record was live before a change, and when it is since; null if there was none, or is none. It
 *   is as old as its number in the change log; its `start` is the revision at which its transaction began. Before
 *   `events_floor`, events are not known.
 * - `next` is the next version of a record (`encodeNext`); its alias and the time at which it takes over have columns of
 *   their own. Its links have negative positions. A version has the next version that was beside it.
 * - An event is hidden if only the next version was changed. `was_next` and `is_next` say when that is live, and from when
 *   on it counts.
 * - A mention is a media that a document names anywhere, as in the blocks of a body; it need not exist.
 * - A delivery is a call of a webhook; those that are still to be made have a time at which they are due.
 *   So have mails that are still to be sent.
 * - An audit entry names operators by their pseudonyms, and has a hash over itself and the hash of the entry before it.
 *   `audit_chain` holds the last entry that was pruned and the newest one, so that it shows if either end is cut off.
 */
export const migrations: readonly Step[] = [
  `
  CREATE TABLE shelves (
    shelf INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('category', 'tag', 'media', 'news', 'banner')),
    instance_id TEXT NOT NULL,
    present INTEGER NOT NULL DEFAULT 1,
    UNIQUE (project_id, space_id, kind, instance_id),
    CHECK ((instance_id <> '') = (kind IN ('news', 'banner')))
  );
  CREATE INDEX shelves_absent ON shelves (shelf) WHERE NOT present;
  CREATE TABLE records (
    record INTEGER PRIMARY KEY,
    shelf INTEGER NOT NULL REFERENCES shelves,
    id TEXT NOT NULL,
    alias TEXT,
    document TEXT NOT NULL,
    UNIQUE (shelf, id)
  );
  CREATE INDEX records_in_order ON records (shelf);
  CREATE INDEX records_by_alias ON records (shelf, alias) WHERE alias IS NOT NULL;
  CREATE TABLE links (
    source INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
    position INTEGER NOT NULL,
    shelf INTEGER NOT NULL REFERENCES shelves,
    id TEXT NOT NULL,
    PRIMARY KEY (source, position)
  ) WITHOUT ROWID;
  CREATE INDEX links_by_target ON links (shelf, id);
  CREATE TABLE credentials (
    key TEXT PRIMARY KEY,
    document TEXT NOT NULL
  );
  CREATE TABLE changes (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    thing TEXT NOT NULL UNIQUE
  );
  CREATE TABLE pruned (revision INTEGER NOT NULL);
  INSERT INTO pruned VALUES (0);
  `,
  `
  CREATE TABLE commits (revision INTEGER PRIMARY KEY, mark TEXT NOT NULL);
  INSERT INTO commits SELECT max(revision), lower(hex(randomblob(16))) FROM changes HAVING max(revision) > 0;
  CREATE TABLE about (media_key TEXT NOT NULL);
  INSERT INTO about VALUES (lower(hex(randomblob(32))));
  `,
  `
  CREATE TABLE operators (operator_id TEXT PRIMARY KEY, document TEXT NOT NULL);
  CREATE TABLE passes (
    sha256 TEXT PRIMARY KEY,
    operator_id TEXT REFERENCES operators ON DELETE CASCADE,
    expires_at INTEGER,
    document TEXT NOT NULL
  );
  CREATE INDEX passes_by_operator ON passes (operator_id);
  CREATE TABLE versions (
    version INTEGER PRIMARY KEY,
    shelf INTEGER NOT NULL REFERENCES shelves,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    alias TEXT,
    document TEXT NOT NULL,
    links TEXT NOT NULL,
    replaced_at INTEGER NOT NULL,
    replaced_by TEXT NOT NULL,
    was_removed INTEGER NOT NULL,
    start INTEGER NOT NULL,
    UNIQUE (shelf, id, number)
  );
  CREATE INDEX versions_removed ON versions (shelf, replaced_at, id, number) WHERE was_removed;
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    action TEXT NOT NULL,
    project_id TEXT,
    target TEXT NOT NULL,
    details TEXT
  );
  CREATE INDEX audit_by_target ON audit (target, project_id, author);
  CREATE TABLE key_usage (
    key TEXT NOT NULL,
    day INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    PRIMARY KEY (key, day)
  ) WITHOUT ROWID;
  `,
  `
  ${eventsTable}
  CREATE TABLE events_floor (revision INTEGER NOT NULL);
  INSERT INTO events_floor SELECT ifnull(max(revision), 0) FROM commits;
  `,
  `
  CREATE TABLE webhooks (webhook_id TEXT PRIMARY KEY, document TEXT NOT NULL);
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    thing TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    document TEXT NOT NULL,
    CHECK ((due_at IS NOT NULL) = (state = 'pending'))
  );
  CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, number);
  CREATE INDEX deliveries_by_thing ON deliveries (webhook_id, thing, number) WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_pending ON deliveries (webhook_id, number, due_at, created_at) WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_over ON deliveries (created_at) WHERE due_at IS NULL;
  CREATE TABLE webhook_sender (holder TEXT NOT NULL, until INTEGER NOT NULL, position TEXT);
  INSERT INTO webhook_sender VALUES ('', 0, NULL);
  `,
  mendEvents,
  `
  ALTER TABLE records ADD COLUMN next TEXT;
  ALTER TABLE records ADD COLUMN next_alias TEXT;
  ALTER TABLE records ADD COLUMN takes_over_at INTEGER;
  CREATE INDEX records_by_next_alias ON records (shelf, next_alias) WHERE next_alias IS NOT NULL;
  ALTER TABLE versions ADD COLUMN next TEXT;
  ALTER TABLE events ADD COLUMN was_next TEXT;
  ALTER TABLE events ADD COLUMN is_next TEXT;
  ALTER TABLE events ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
  `,
  addMentions,
  `
  ALTER TABLE records ADD COLUMN changed_at INTEGER;
  ALTER TABLE records ADD COLUMN changed_by TEXT;
  UPDATE records SET (changed_at, changed_by) = (
    SELECT CASE WHEN was_removed THEN NULL ELSE replaced_at END, CASE WHEN was_removed THEN NULL ELSE replaced_by END
    FROM versions WHERE versions.shelf = records.shelf AND versions.id = records.id ORDER BY number DESC LIMIT 1
  ) WHERE EXISTS (SELECT 1 FROM versions WHERE versions.shelf = records.shelf AND versions.id = records.id);
  CREATE INDEX records_by_change ON records (shelf, changed_at) WHERE changed_at IS NOT NULL;
  CREATE INDEX records_by_author ON records (shelf, changed_by, changed_at) WHERE changed_by IS NOT NULL;
  `,
  `
  CREATE INDEX preview_links ON credentials (document ->> '$.item.id') WHERE document ->> '$.item.id' IS NOT NULL;
  CREATE INDEX preview_links_by_end ON credentials (document ->> '$.expiresAt')
    WHERE document ->> '$.item.id' IS NOT NULL;
  `,
  // With the ID, all items of an author are found without reading them.
  `
  DROP INDEX records_by_author;
  CREATE INDEX records_by_author ON records (shelf, changed_by, changed_at, id) WHERE changed_by IS NOT NULL;
  `,
  `
  CREATE TABLE factors (
    factor_id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators ON DELETE CASCADE,
    document TEXT NOT NULL
  );
  CREATE INDEX factors_by_operator ON factors (operator_id);
  CREATE TABLE access_policy (document TEXT NOT NULL);
  `,
  `
  CREATE TABLE mails (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    operator_id TEXT NOT NULL REFERENCES operators ON DELETE CASCADE,
    author TEXT NOT NULL,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    document TEXT NOT NULL
  );
  CREATE INDEX mails_by_operator ON mails (operator_id);
  CREATE INDEX mails_by_time ON mails (type, created_at);
  CREATE INDEX mails_pending ON mails (due_at, created_at) WHERE due_at IS NOT NULL;
  CREATE INDEX mails_over ON mails (created_at) WHERE due_at IS NULL;
  `,
  chainAudit,
  `
  CREATE TABLE proposals (
    proposal_id TEXT PRIMARY KEY,
    shelf INTEGER NOT NULL REFERENCES shelves,
    id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'published', 'returned', 'withdrawn')),
    proposed_by TEXT NOT NULL,
    proposed_at INTEGER NOT NULL,
    closed_by TEXT,
    document TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX proposals_open ON proposals (shelf, id) WHERE state = 'open';
  CREATE INDEX proposals_by_item ON proposals (shelf, id, proposed_at);
  CREATE INDEX proposals_by_time ON proposals (shelf, state, proposed_at);
  CREATE INDEX proposals_by_author ON proposals (proposed_by, state);
  CREATE TABLE comments (
    number INTEGER PRIMARY KEY,
    proposal_id TEXT NOT NULL REFERENCES proposals ON DELETE CASCADE,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    document TEXT NOT NULL
  );
  CREATE INDEX comments_by_proposal ON comments (proposal_id, number);
  ALTER TABLE instance_settings ADD COLUMN four_eyes INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE place_names (
    project_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    instance_id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (project_id, space_id, instance_id)
  ) WITHOUT ROWID;
  CREATE TABLE removed_places (removal_id TEXT PRIMARY KEY, removed_at INTEGER NOT NULL, document TEXT NOT NULL);
  CREATE TABLE removed_parts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    removal_id TEXT NOT NULL,
    type TEXT NOT NULL,
    document TEXT NOT NULL
  );
  CREATE INDEX removed_parts_by_type ON removed_parts (removal_id, type, number);
  `,
  // What was removed before imports were noted is not to come back with the next one: no digest is empty.
  `
  CREATE TABLE imported (
    shelf INTEGER NOT NULL REFERENCES shelves,
    id TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (shelf, id)
  ) WITHOUT ROWID;
  INSERT INTO imported
    SELECT DISTINCT shelf, id, '' FROM versions AS gone WHERE was_removed
      AND NOT EXISTS (SELECT 1 FROM records WHERE records.shelf = gone.shelf AND records.id = gone.id)
      AND NOT EXISTS (SELECT 1 FROM versions AS newer
        WHERE newer.shelf = gone.shelf AND newer.id = gone.id AND newer.number > gone.number);
  `,
  'ALTER TABLE about ADD COLUMN generation INTEGER NOT NULL DEFAULT 1',
  'ALTER TABLE instance_settings ADD COLUMN default_picture TEXT',
  'ALTER TABLE instance_settings ADD COLUMN views TEXT',
];

/** How many records are looked at before yielding. */
const turnRecords = 100;

/** Also what editing needs: who has which item open, and the settings of instances. */
async function addMentions(db: Database): Promise<void> {
  db.run(`
    CREATE TABLE mentions (
      source INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
      shelf INTEGER NOT NULL REFERENCES shelves,
      id TEXT NOT NULL,
      PRIMARY KEY (source, shelf, id)
    ) WITHOUT ROWID;
    CREATE INDEX mentions_by_target ON mentions (shelf, id);
    CREATE TABLE presence (
      shelf INTEGER NOT NULL,
      id TEXT NOT NULL,
      operator_id TEXT NOT NULL,
      is_editing INTEGER NOT NULL,
      since INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (shelf, id, operator_id)
    ) WITHOUT ROWID;
    CREATE TABLE instance_settings (shelf INTEGER PRIMARY KEY REFERENCES shelves, preview_url TEXT);
  `);
  const mediaShelves = db
    .query<{ own: number; media: number }, []>(
      `SELECT own.shelf AS own, media.shelf AS media FROM shelves AS own
       JOIN shelves AS media USING (project_id, space_id)
       WHERE own.kind IN ('news', 'banner') AND media.kind = 'media'`,
    )
    .all();
  const targets = new Map(mediaShelves.map(({ own, media }) => [own, media]));
  const insert = db.query('INSERT INTO mentions VALUES (?, ?, ?)');
  const records = db.query<{ record: number; shelf: number; document: string; next: string | null }, []>(
    'SELECT record, shelf, document, next FROM records',
  );
  let seen = 0;
  for (const { record, shelf, document, next } of records.iterate()) {
    if (++seen % turnRecords === 0) await yieldToEventLoop();
    const target = targets.get(shelf);
    if (target === undefined) continue;
    for (const id of mentionedMedia({ document, next: decodeNext(next) })) insert.run(record, target, id);
  }
}

/**
 * For a while, development versions made `events` with fewer columns, under the number of the step that makes it now.
 * What was written to such a table is dropped: those who listen have to read everything anew.
 */
function mendEvents(db: Database): void {
  const columns = db.query<{ name: string }, []>('PRAGMA table_info(events)').all();
  if (columns.some(({ name }) => name === 'is_published')) return;
  db.run('DROP TABLE events');
  db.run(eventsTable);
  db.run('UPDATE events_floor SET revision = (SELECT ifnull(max(revision), 0) FROM commits)');
}

/** How many steps a file has taken, read in a transaction. Throws if it is foreign, or newer than this program. */
export function schemaVersion(db: Database): number {
  const version = pragma(db, 'user_version');
  const owner = pragma(db, 'application_id');
  const isEmpty = db.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() === null;
  if (owner !== applicationId && !(isEmpty && owner === 0 && version === 0)) {
    throw new StoreError(
      `the store ${db.filename} is a database of another program; choose another path for the store`,
    );
  }
  if (version > migrations.length) {
    throw new StoreError(
      `the store ${db.filename} was written by a newer version of this program (schema ${version}; this program supports up to ${migrations.length}); install that version, or use another store`,
    );
  }
  return version;
}

/** Brings the schema up to date; the caller holds the write lock. */
export async function migrate(db: Database, onMigration: OnMigration = () => {}): Promise<void> {
  const version = schemaVersion(db);
  if (version === migrations.length) return;
  if (version > 0) onMigration(version, migrations.length);
  const tell = tellingChained(onMigration, version, migrations.length);
  for (const step of migrations.slice(version)) {
    if (typeof step === 'string') db.run(step);
    else await step(db, tell);
  }
  db.run(`PRAGMA application_id = ${applicationId}`);
  db.run(`PRAGMA user_version = ${migrations.length}`);
}

/** Throws if another version has migrated the file since it was opened; asked in a transaction that writes. */
export function checkSchema(db: Database): void {
  const version = pragma(db, 'user_version');
  if (version !== migrations.length) throw new StoreUpgradedError(version, migrations.length);
}

function pragma(db: Database, name: 'user_version' | 'application_id'): number {
  return db.query<Record<string, number>, []>(`PRAGMA ${name}`).get()?.[name] ?? 0;
}
