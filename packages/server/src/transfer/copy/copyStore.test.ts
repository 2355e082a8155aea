import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { isFull } from '../../../../../tests/testing/runs.ts';
import type { Store, StoreReader } from '../../store/Store.ts';
import {
  category,
  credential,
  everything,
  item,
  media,
  plain,
  put,
  space,
  tag,
} from '../../store/testing/suite/samples.ts';
import type { Webhook } from '../../store/Webhook.ts';
import { expectSame, openPair } from '../testing/copyPair.ts';
import { type CopyProgress, copyStore } from './copyStore.ts';

const ken = { operatorId: 'ken', name: 'Ken', roles: [], createdAt: 1 };
const token = { sha256: 'aa', type: 'token', operatorId: 'ken', id: '1', createdAt: 1 } as const;

async function fillWithSamples(store: Store): Promise<void> {
  const next = {
    ...item,
    changedAt: 5,
    changedBy: 'ken',
    alias: 'successor',
    takesOverAt: 4_000_000_000_000,
  };
  await put(store, category, tag, { ...tag, id: 't2' }, media, { ...item, next }, { ...plain, id: 'n2' });
  await store.write(async (writer) => {
    await writer.putCredential(credential);
    await writer.putSpace({ projectId: 'acme', spaceId: 'empty' });
    await writer.putInstance({ ...space, app: 'banner', instanceId: 'top' });
    const previewUrl = 'https://www.example.com/preview/{contentId}?token={token}';
    await writer.putInstanceSettings({ ...space, app: 'banner', instanceId: 'top' }, { previewUrl });
    await writer.putRecord({ ...plain, kind: 'banner', instanceId: 'gone' });
  });
  await store.write(async (writer) => {
    await writer.removeRecord({ ...plain, kind: 'banner', instanceId: 'gone' });
    await writer.removeInstance({ ...space, app: 'banner', instanceId: 'gone' });
    await writer.putOperator(ken);
    await writer.putAuthToken(token);
    await writer.putAuthToken({ ...token, sha256: 'bb', type: 'session', expiresAt: 9 });
    await writer.putAuthToken({ sha256: 'cc', type: 'invitation', id: '2', createdAt: 1 });
    await writer.addAudit({ at: 1, by: 'ken', action: 'look', target: 'nothing' });
    await writer.addKeyUsage([{ key: 'k1', day: 1, requests: 1, lastUsedAt: 1 }]);
    await writer.putImported([{ key: plain, digest: 'a' }]);
  });
}

describe('a copy', () => {
  test('has the same content, and reports it', async () => {
    await using pair = await openPair();
    await fillWithSamples(pair.from);
    const report = await copyStore(pair);
    await expectSame(pair.from, pair.to);
    expect(report).toMatchObject({ outcome: 'copied', differences: [] });
    const { shelves, spaces, instances, credentials } = report.source;
    const lines = shelves.map(({ spaceId, kind, instanceId, records }) => [
      spaceId,
      kind,
      instanceId,
      records,
    ]);
    expect(lines).toEqual([
      ['empty', 'category', undefined, 0],
      ['empty', 'tag', undefined, 0],
      ['empty', 'media', undefined, 0],
      ['web', 'category', undefined, 1],
      ['web', 'tag', undefined, 2],
      ['web', 'media', undefined, 1],
      ['web', 'news', 'press', 2],
      ['web', 'banner', 'top', 0],
    ]);
    expect([spaces.count, instances.count, credentials.count]).toEqual([2, 2, 1]);
    const { operators, tokens, versions, audit, keyUsage } = report.source;
    expect([operators, tokens, versions, audit, keyUsage].map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    await pair.to.read(async (reader) => {
      expect(await reader.authTokens('ken')).toEqual([token]);
      expect(await reader.authTokens(undefined)).toEqual([]);
    });
    const { id, document } = category;
    const known = new Bun.CryptoHasher('sha256').update(`${JSON.stringify([id, null, document])}\n`);
    expect(shelves[3]?.sha256).toBe(known.digest('hex'));
  });

  test('writes nothing if everything is already there', async () => {
    await using pair = await openPair();
    await fillWithSamples(pair.from);
    const first = await copyStore(pair);
    const bookmark = await pair.to.bookmark();
    expect(await copyStore(pair)).toEqual({ ...first, outcome: 'already there' });
    expect(await pair.to.bookmark()).toEqual(bookmark);
  });

  test('of an empty store includes the media key', async () => {
    await using pair = await openPair();
    expect(await copyStore(pair)).toMatchObject({ outcome: 'copied', differences: [] });
    await expectSame(pair.from, pair.to);
  });

  test('is a snapshot, whatever is written meanwhile', async () => {
    await using pair = await openPair();
    await fillWithSamples(pair.from);
    const before = await everything(pair.from);
    const readAndWrite = <T>(work: (reader: StoreReader) => Promise<T>) =>
      pair.from.read(async (reader) => {
        await put(pair.from, { ...plain, id: 'later' });
        return work(reader);
      });
    expect(await copyStore({ from: { read: readAndWrite }, to: pair.to })).toMatchObject({
      differences: [],
    });
    expect(await everything(pair.to)).toEqual(before);
  });

  test('reports its progress', async () => {
    await using pair = await openPair();
    const tags = Array.from({ length: 2500 }, (_, index) => ({ ...tag, id: `t${index}` }));
    await put(pair.from, ...tags);
    const seen: CopyProgress[] = [];
    await copyStore({ ...pair, onProgress: (progress) => seen.push(progress) });
    const [copying, checking] = (['copying', 'checking'] as const).map((step) =>
      seen.filter((progress) => progress.step === step),
    );
    expect(copying?.length).toBeGreaterThan(1);
    expect(copying?.at(-1)).toEqual({ step: 'copying', done: 2500, total: 0 });
    expect(checking?.at(-1)).toEqual({ step: 'checking', done: 2500, total: 2500 });
  });
});

describe('rejects, without changing anything,', () => {
  if (isFull)
    test('a target with other content', async () => {
      await using pair = await openPair();
      await fillWithSamples(pair.from);
      await copyStore(pair);
      await put(pair.to, { ...plain, document: '{"n":2}' });
      const before = await everything(pair.to);
      const refused = copyStore(pair);
      await expect(refused).rejects.toThrow(
        /is not empty.* name an empty store .*\(different: acme\/web\/press news, versions\)$/,
      );
      expect(await everything(pair.to)).toEqual(before);
    });

  test('a target with only keys', async () => {
    await using pair = await openPair();
    await pair.to.write((writer) => writer.putCredential(credential));
    await expect(copyStore(pair)).rejects.toThrow('is not empty');
  });

  test.each(['operators', 'audit'] as const)('a target with only %s', async (what) => {
    await using pair = await openPair();
    await pair.to.write(async (writer) => {
      if (what === 'operators') await writer.putOperator(ken);
      else await writer.addAudit({ at: 1, by: 'ken', action: 'look', target: 'nothing' });
    });
    await expect(copyStore(pair)).rejects.toThrow('is not empty');
  });

  if (isFull)
    test('a target with only another media key', async () => {
      await using pair = await openPair();
      await fillWithSamples(pair.from);
      await copyStore(pair);
      await pair.to.write((writer) => writer.putMediaKey('another'));
      await expect(copyStore(pair)).rejects.toThrow('(different: the media key)');
    });

  test('a target that someone else is writing to', async () => {
    await using pair = await openPair();
    await fillWithSamples(pair.from);
    const writeAndRead = async <T>(work: (reader: StoreReader) => Promise<T>) => {
      await put(pair.to, { ...tag, id: 'other' });
      return pair.from.read(work);
    };
    const refused = copyStore({ from: { read: writeAndRead }, to: pair.to });
    await expect(refused).rejects.toThrow('someone else');
    expect((await everything(pair.to)).records).toEqual([{ ...tag, id: 'other' }]);
  });

  test('a damaged source', async () => {
    await using pair = await openPair();
    await fillWithSamples(pair.from);
    inFile(pair.source, "DELETE FROM records WHERE id = 'm1'");
    await expect(copyStore(pair)).rejects.toThrow('the source is damaged');
    expect((await everything(pair.to)).spaces).toEqual([]);
  });
});

/** Damages the file of a store. */
function inFile(path: string, sql: string): void {
  using db = new Database(path, { readwrite: true, create: false });
  db.run(sql);
}

/** Ways in which a target may alter what it is given, and what the report says about it. */
const damages: readonly (readonly [what: string, event: string, sql: string, found: readonly string[]])[] = [
  [
    'a document',
    'records WHEN new.id = "n1"',
    `UPDATE records SET document = '{"n":9}' WHERE record = new.record`,
    ['acme/web/press news'],
  ],
  [
    'an alias',
    'records WHEN new.id = "n1"',
    'UPDATE records SET alias = NULL WHERE record = new.record',
    ['acme/web/press news'],
  ],
  [
    'a link',
    'links WHEN new.id = "t1"',
    'UPDATE links SET id = "t2" WHERE source = new.source AND id = "t1"',
    ['acme/web/press news'],
  ],
  [
    'the order',
    'records WHEN new.id = "t2"',
    'UPDATE records SET record = 1000 WHERE id = "t1"',
    ['acme/web tag'],
  ],
  [
    'a record that is missing',
    'records WHEN new.id = "t2"',
    'DELETE FROM records WHERE record = new.record',
    ['acme/web tag'],
  ],
  [
    'a key',
    'credentials',
    `UPDATE credentials SET document = replace(document, 'Site', 'Sit')`,
    ['credentials'],
  ],
  [
    'an operator',
    'operators',
    `UPDATE operators SET document = replace(document, 'Ken', 'Kim')`,
    ['operators'],
  ],
  ['a token', 'passes', `UPDATE passes SET document = replace(document, '"1"', '"2"')`, ['tokens']],
  ['an import', 'imported', "UPDATE imported SET digest = 'x'", ['what imports have brought']],
  ['a version', 'versions', 'UPDATE versions SET replaced_at = 0', ['versions']],
  ['an entry of the audit log', 'audit', "UPDATE audit SET action = 'x'", ['the audit log']],
  ['the usage of a key', 'key_usage', 'UPDATE key_usage SET requests = 2', ['the usage of keys']],
  [
    'a space',
    'shelves WHEN new.space_id = "empty"',
    'DELETE FROM shelves WHERE space_id = "empty"',
    ['acme/empty category', 'acme/empty tag', 'acme/empty media', 'spaces'],
  ],
  [
    'an instance',
    'shelves WHEN new.instance_id = "top"',
    'UPDATE shelves SET present = 0 WHERE shelf = new.shelf',
    ['acme/web/top banner', 'instances'],
  ],
];

describe('detects a damaged copy:', () => {
  test.each(damages)('%s', async (_, event, sql, found) => {
    await using pair = await openPair();
    await fillWithSamples(pair.from);
    inFile(pair.target, `CREATE TRIGGER damage AFTER INSERT ON ${event} BEGIN ${sql}; END`);
    expect(await copyStore(pair)).toMatchObject({ outcome: 'copied', differences: found });
  });

  test('the media key', async () => {
    await using pair = await openPair();
    inFile(
      pair.target,
      `CREATE TRIGGER damage AFTER UPDATE ON about BEGIN UPDATE about SET media_key = 'x'; END`,
    );
    expect(await copyStore(pair)).toMatchObject({ differences: ['the media key'] });
  });
});

test('a killed process leaves the target empty, and the next one fills it', async () => {
  await using pair = await openPair();
  await fillWithSamples(pair.from);
  await put(
    pair.from,
    ...Array.from({ length: 3000 }, (_, index) => ({ ...tag, id: `many-${index}`, document: `"${index}"` })),
  );
  const fixture = join(import.meta.dir, '../testing/killedCopy.ts');
  const killed = Bun.spawn([process.execPath, fixture, `sqlite:${pair.source}`, `sqlite:${pair.target}`], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  expect(new TextDecoder().decode((await killed.stdout.getReader().read()).value)).toBe('copying\n');
  killed.kill('SIGKILL');
  await killed.exited;
  expect(await everything(pair.to)).toEqual({ spaces: [], instances: [], credentials: [], records: [] });
  expect(await copyStore(pair)).toMatchObject({ outcome: 'copied', differences: [] });
  await expectSame(pair.from, pair.to);
});

test('copies webhooks with their secrets, switched off, and without their calls', async () => {
  await using pair = await openPair();
  const hook: Webhook = {
    ...{ webhookId: 'wh_1', url: 'https://example.com', projectId: 'acme', build: false, drafts: false },
    ...{ secrets: [{ secret: 'whsec_a' }], createdAt: 1 },
  };
  const off = { ...hook, webhookId: 'wh_2', createdAt: 2, disabledAt: 3, disabledBecause: 'tired' };
  await put(pair.from, tag);
  await pair.from.write(async (writer) => {
    for (const webhook of [hook, off]) await writer.putWebhook(webhook);
    await writer.addDeliveries([
      {
        ...{ webhookId: 'wh_1', messageId: 'm', type: 'test', thing: '', body: '', createdAt: 1 },
        ...{ state: 'pending', dueAt: 1, attempts: 0 },
      },
    ]);
  });
  expect(await copyStore(pair)).toMatchObject({ outcome: 'copied', differences: [] });
  await pair.to.read(async (reader) => {
    const [copied, other] = await reader.webhooks();
    expect(copied).toEqual({
      ...hook,
      disabledAt: expect.any(Number),
      disabledBecause: 'it was copied from another store',
    });
    expect(other).toEqual(off);
    expect(await reader.pendingCalls()).toEqual([]);
  });
  expect(await copyStore(pair)).toMatchObject({ outcome: 'already there' });
  await pair.to.write((writer) => writer.putWebhook({ ...hook, url: 'https://other.example.com' }));
  await expect(copyStore(pair)).rejects.toThrow('different: webhooks');
});

test('mails are left to the store that they were written to: else everybody would get them twice', async () => {
  await using pair = await openPair();
  await put(pair.from, tag);
  const kim = { ...ken, email: 'ken@example.com', reviewMail: false, language: 'ja' };
  await pair.from.write(async (writer) => {
    await writer.putOperator(kim);
    await writer.addMail({
      ...{ mailId: 'a', operatorId: 'ken', by: 'ken', createdAt: 1, dueAt: 1, attempts: 0 },
      content: { type: 'review', events: [] },
    });
  });
  expect(await copyStore(pair)).toMatchObject({ outcome: 'copied', differences: [] });
  await pair.to.read(async (reader) => {
    expect(await reader.operator('ken')).toEqual(kim);
    expect(await reader.pendingMails()).toBeUndefined();
  });
});
