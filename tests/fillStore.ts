import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { grantOf } from '../packages/server/src/cli/parseGrant.ts';
import { readConfig } from '../packages/server/src/config/readConfig.ts';
import { issueCredential } from '../packages/server/src/management/issueCredential.ts';
import { originalsOf } from '../packages/server/src/node/originalsOf.ts';
import { withStore } from '../packages/server/src/store/openStore.ts';
import { importRecords } from '../packages/server/src/transfer/ndjson/importRecords.ts';
import { readLines } from '../packages/server/src/transfer/ndjson/readLines.ts';
import type { Running } from './newsstandProcess.ts';
import { until } from './testing/until.ts';

/*
 * Do what `import` and `key create` do without starting a process, which takes longer than the work itself. For tests that
 * are not about these commands. For a service, the caller is still another process.
 */

type Settings = Readonly<Record<string, string>>;

/** Imports records into the store of a service with these settings. */
export async function importLines(env: Settings, records: readonly object[]): Promise<void> {
  const config = readConfig(env);
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const batches = readLines(new Blob([text]).stream());
  const { databaseUrl, keptVersions } = config;
  const sources = [{ name: 'test.ndjson', folder: undefined, batches }];
  await withStore(
    databaseUrl,
    (store) => importRecords({ store, originals: originalsOf(config), now: Date.now, sources }),
    { keptVersions, creates: true },
  );
}

/** Creates a key with options of `key create`: `--project`, `--space`, `--instance` and `--preview`. */
export async function createKey(
  env: Settings,
  options: readonly string[],
): Promise<{ readonly key: string; readonly secret: string }> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...options],
    options: { project: text, space: text, instance: text, preview: { type: 'boolean' } },
  });
  const { project = '', space, instance, preview = false } = values;
  const order = { name: 'test', grants: [grantOf(project, space, instance)], preview };
  const { credential, secret } = issueCredential(order, { now: Date.now, random: randomBytes });
  await withStore(readConfig(env).databaseUrl, (store) =>
    store.write((writer) => writer.putCredential(credential)),
  );
  return { key: credential.key, secret };
}

/** Waits until a service shows what is in its store: it may know a new key before it shows what was imported earlier. */
export async function untilShown(
  env: Settings,
  { managementUrl }: Pick<Running, 'managementUrl'>,
): Promise<void> {
  const { revision } = await withStore(readConfig(env).databaseUrl, (store) => store.bookmark());
  await until(
    'a service that shows its records',
    async () => {
      const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
      return Number(/^newsstand_revision (\S+)$/m.exec(metrics)?.[1]);
    },
    (shown) => shown >= revision,
  );
}
