import { randomBytes } from 'node:crypto';
import { type OnMigration, tellingChained } from '../Store.ts';
import { NoStoreError, StoreError } from '../StoreError.ts';
import { beginWriting } from './beginWriting.ts';
import type { Connection } from './Connection.ts';
import { migrations } from './migrations.ts';

type MigrateOptions = {
  readonly patience: number;
  readonly creates: boolean;
  readonly onMigration?: OnMigration | undefined;
};

/** Migrates the schema; the first process does it while others wait. `creates`: even if there is none. */
export async function migrate(
  connection: Connection,
  name: string,
  { patience, creates, onMigration }: MigrateOptions,
): Promise<void> {
  const found = await schemaVersion(connection, name);
  if (found === migrations.length) return;
  if (found === 0 && !creates) throw new NoStoreError(name);
  if (connection.isStandby) return schemaArrival(connection, name);
  try {
    await beginWriting(connection, patience);
    const version = await schemaVersion(connection, name);
    if (version > 0 && version < migrations.length) onMigration?.(version, migrations.length);
    if (version < migrations.length) await takeSteps(connection, version, onMigration);
    await connection.query('COMMIT');
  } catch (error) {
    if (!connection.isLost) await connection.query('ROLLBACK');
    throw error;
  }
}

async function takeSteps(
  connection: Connection,
  version: number,
  onMigration: OnMigration = () => {},
): Promise<void> {
  const [schema] = await connection.query<{ missing: boolean }>(
    `SELECT to_regnamespace('newsstand') IS NULL AS missing`,
    [],
  );
  // IF NOT EXISTS needs the privilege to create one, even if it exists.
  if (schema?.missing) await connection.query('CREATE SCHEMA newsstand');
  if (version === 0) {
    await connection.query(
      'CREATE TABLE newsstand.about (version integer NOT NULL, media_key text NOT NULL)',
    );
    await connection.query('INSERT INTO newsstand.about VALUES (0, $1)', [
      randomBytes(32).toString('base64url'),
    ]);
  }
  const tell = tellingChained(onMigration, version, migrations.length);
  for (const step of migrations.slice(version)) {
    if (typeof step === 'string') await connection.query(step);
    else await step(connection, tell);
  }
  await connection.query(`UPDATE newsstand.about SET version = ${migrations.length}`);
}

/** How many steps the database has taken. Throws if the schema is not ours, or from a newer version. */
export async function schemaVersion(connection: Connection, name: string): Promise<number> {
  const [found] = await connection.query<{ about: boolean; others: boolean }>(
    `SELECT to_regclass('newsstand.about') IS NOT NULL AS about,
       EXISTS (SELECT FROM pg_catalog.pg_class WHERE relnamespace = to_regnamespace('newsstand')) AS others`,
    [],
  );
  if (!found?.about) {
    if (!found?.others) return 0;
    throw new StoreError(
      `the store ${name} has a schema named newsstand of another program; use another database for the store`,
    );
  }
  const [about] = await connection.query<{ version: number }>('SELECT version FROM newsstand.about', []);
  const version = about?.version ?? 0;
  if (version <= migrations.length) return version;
  throw new StoreError(
    `the store ${name} was written by a newer version of this program (schema ${version}; this program supports up to ${migrations.length}); install that version, or use another store`,
  );
}

/** A standby gets its tables from the primary, which may be creating them right now. */
async function schemaArrival(connection: Connection, name: string): Promise<void> {
  for (const deadline = performance.now() + connection.timeouts.connect; performance.now() < deadline; ) {
    await Bun.sleep(100);
    if ((await schemaVersion(connection, name)) === migrations.length) return;
  }
  throw new StoreError(
    `the store ${name} is a standby without the tables of this version; start this version once with the primary as its store`,
  );
}
