import { expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { pruneAudit } from '../node/management/startAuditRetention.ts';
import { openStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';

const day = 86_400_000;
const entry = (at: number) => ({
  ...{ at, by: 'ken', action: 'session.open', target: 'operators/ken' },
  details: { address: '192.0.2.1', methods: ['passkey'] },
});

type Run = (...words: string[]) => ReturnType<typeof outcomeHere>;

function withLog(work: (run: Run, change: typeof changeOf, file: string) => Promise<void>) {
  return inStoreFolder(async (folder) => {
    const run: Run = (...words) => outcomeHere(['audit', ...words], { NEWSSTAND_DATA: folder });
    await changeOf((store) => store.write((writer) => writer.addAudit(...[1, 2, 3].map(entry))), folder);
    await work(run, (doing) => changeOf(doing, folder), join(folder, 'audit.ndjson'));
  });
}

async function changeOf<T>(doing: (store: Store) => Promise<T>, folder = ''): Promise<T> {
  const store = await openStore(`sqlite:${folder}/newsstand.db`);
  try {
    return await doing(store);
  } finally {
    await store.close();
  }
}

test('the log and what was exported from it are verified, each by itself', async () => {
  await withLog(async (run, change, file) => {
    const verified = await run('verify');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toMatch(/^The audit log is sound: 3 entries\.\nHead: [0-9a-f]{64}\n$/);
    const head = verified.stdout.slice(-65, -1);
    expect((await run('export', '--output', file)).code).toBe(0);
    expect(await run('verify', file, '--head', head)).toEqual(verified);
    expect((await run('export')).stdout).toBe(await readFile(file, 'utf8'));
    // It says who it was, for people and for jq.
    expect((await readFile(file, 'utf8')).split('\n')[1]).toContain('"by":"ken"');
    await change((store) => store.write((writer) => writer.addAudit(entry(4))));
    expect((await run('verify', '--head', head)).code).toBe(0);
    const other = await run('verify', '--head', 'f'.repeat(64));
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toContain('is not part of this log');
    expect((await run('verify', '--head', 'ff')).code).toBe(2);
    expect((await run('verify', join(file, 'none'))).code).toBe(2);
    expect(JSON.parse((await run('verify', '--json')).stdout)).toMatchObject({
      entries: 4,
      head: { number: 4 },
    });
  });
});

test('whatever is done to an exported file is found', async () => {
  await withLog(async (run, _, file) => {
    await run('export', '--output', file);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const [header = '', one = '', two = '', three = ''] = lines;
    const attacks: readonly (readonly [string, readonly string[]])[] = [
      ['entry 2 was changed', [header, one, two.replace('passkey', 'password'), three]],
      ['entry 2 was changed', [header, one, two.replace('"by":"ken"', '"by":"mia"'), three]],
      [
        'entry 2 was changed',
        [header, one, two.replace('"of":"operators/ken"', '"of":"operators/mia"'), three],
      ],
      ['entry 2 was changed', [header, one, two.replace('192.0.2.1', '192.0.2.2'), three]],
      ['entry 2 was removed', [header, one, three]],
      ['entry 3 was cut off', [header, one, two]],
      ['entry 3 was inserted', [header, one, two, three, three]],
      ['entry 1 was changed', [header.replaceAll('"ken"', '"mia"'), one, two, three]],
      ['line 3 is not an entry', [header, one, 'hello', three]],
      ['does not begin as', [one, two, three]],
      ['does not begin as', []],
    ];
    for (const [message, changed] of attacks) {
      await writeFile(file, changed.map((each) => `${each}\n`).join(''));
      const { code, stdout, stderr } = await run('verify', file);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    }
  });
});

test('old entries are removed in slices, which is logged once, and the rest can be verified', async () => {
  await withLog(async (run, change) => {
    const now = 100 * day;
    await change(async (store) => {
      await store.write((writer) => writer.addAudit(...Array.from({ length: 1200 }, () => entry(day))));
      await store.write((writer) => writer.addAudit(entry(95 * day), entry(2 * day), entry(99 * day)));
      expect(await pruneAudit(store, 10, now)).toBe(1203);
      expect(await pruneAudit(store, 10, now)).toBe(0);
      const kept = await store.read((reader) => reader.audit({ most: 9 }));
      expect(kept.map(({ at, action }) => [at / day, action])).toEqual([
        [100, 'audit.prune'],
        [99, 'session.open'],
        // Younger ones stand before it.
        [2, 'session.open'],
        [95, 'session.open'],
      ]);
      expect(kept[0]).toMatchObject({ by: 'audit retention', details: { days: 10, before: 90 * day } });
    });
    expect((await run('verify')).stdout).toContain('sound: 4 entries, after 1203 that were pruned.');
  });
});
