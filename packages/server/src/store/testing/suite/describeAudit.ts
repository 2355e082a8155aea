import { expect } from 'bun:test';
import type { AuditEntry } from '../../Audit.ts';
import type { Store } from '../../Store.ts';
import { verifyAudit } from '../../verifyAudit.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';

const entry = (at: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ at, by: 'ken', action: 'news.put', projectId: 'acme', target: `web/news/press/n${at}` },
  ...more,
});

const signIn = (at: number, by: string): AuditEntry => ({
  ...{
    at,
    by,
    action: 'session.open',
    target: `operators/${by}`,
    details: { address: '192.0.2.7', tries: 1 },
  },
});

/** Ten entries; the fifth and the sixth are about ken and mia. */
async function fill(store: Store): Promise<void> {
  const entries = Array.from({ length: 10 }, (_, index) =>
    entry(index + 1, { details: { name: `N${index}` } }),
  );
  entries.splice(4, 2, signIn(5, 'ken'), signIn(6, 'mia'));
  await store.write((writer) => writer.addAudit(...entries.slice(0, 3)));
  for (const each of entries.slice(3)) await store.write((writer) => writer.addAudit(each));
}

/** What verifying the log of a store finds. */
export function verdictOf(store: Store, head?: string) {
  return store.read(async (reader) =>
    verifyAudit(
      {
        chain: await reader.auditChain(),
        pseudonyms: await reader.pseudonyms(),
        entries: () => reader.allAudit(),
      },
      head,
    ),
  );
}

/** What somebody may do to the rows of the log, and what verifying says of it. */
const attacks: readonly (readonly [type: string, number: number, ...statements: readonly string[]])[] = [
  ['changed', 4, `UPDATE audit SET at = 1 WHERE number = 4`],
  ['changed', 1, `UPDATE audit SET action = 'news.delete' WHERE number = 1`],
  ['changed', 10, `UPDATE audit SET details = '{"name":"Other"}' WHERE number = 10`],
  ['changed', 7, `UPDATE audit SET project_id = NULL WHERE number = 7`],
  ['changed', 5, `UPDATE audit SET author = (SELECT author FROM audit WHERE number = 6) WHERE number = 5`],
  ['changed', 3, `UPDATE audit SET hash = (SELECT hash FROM audit WHERE number = 2) WHERE number = 3`],
  ['changed', 5, `UPDATE audit SET personal = replace(personal, '192.0.2.7', '192.0.2.8') WHERE number = 5`],
  ['erased', 5, `UPDATE audit SET personal = NULL WHERE number = 5`],
  ['removed', 1, `DELETE FROM audit WHERE number = 1`],
  ['removed', 4, `DELETE FROM audit WHERE number IN (4, 5)`],
  ['cut off', 10, `DELETE FROM audit WHERE number = 10`],
  ['cut off', 1, `DELETE FROM audit`],
  [
    'inserted',
    11,
    `INSERT INTO audit SELECT 11, at, author, action, project_id, target, details, personal, personal_sha256, hash FROM audit WHERE number = 3`,
  ],
  [
    'inserted',
    4,
    `UPDATE audit SET number = -number - 1 WHERE number >= 4`,
    `UPDATE audit SET number = -number WHERE number < 0`,
    `INSERT INTO audit SELECT 4, at, author, action, project_id, target, details, personal, personal_sha256, hash FROM audit WHERE number = 3`,
    `UPDATE audit_chain SET head = 11`,
  ],
  [
    'reordered',
    3,
    `UPDATE audit SET number = -3 WHERE number = 3`,
    `UPDATE audit SET number = 3 WHERE number = 4`,
    `UPDATE audit SET number = 4 WHERE number = -3`,
  ],
  [
    'reordered',
    2,
    `UPDATE audit SET number = -2 WHERE number = 2`,
    `UPDATE audit SET number = 2 WHERE number = 8`,
    `UPDATE audit SET number = 8 WHERE number = -2`,
  ],
  ['changed', 10, `UPDATE audit_chain SET head_hash = anchor_hash`],
  ['inserted', 10, `UPDATE audit_chain SET head = 9, head_hash = (SELECT hash FROM audit WHERE number = 9)`],
  ['changed', 1, `UPDATE audit_chain SET anchor_hash = head_hash`],
  ['renamed', 0, `UPDATE pseudonyms SET operator_id = 'bob' WHERE operator_id = 'ken'`],
  ['renamed', 1, `DELETE FROM pseudonyms WHERE operator_id = 'ken'`],
  [
    'erased',
    0,
    `UPDATE pseudonyms SET operator_id = NULL, salt = NULL, label = 'former operator 1' WHERE operator_id = 'ken'`,
  ],
];

/** The hash chain of the audit log: what is done to its rows behind our back is found. */
export function describeAudit(open: OpenHarness): void {
  describeOpened('the chain of the audit log', open, (test) => {
    for (const [type, number, ...statements] of attacks) {
      test(`shows that something was ${type}: ${statements[0]}`, async ({ store, runSql }) => {
        await fill(store);
        expect(await verdictOf(store)).toMatchObject({ entries: 10, fault: undefined });
        await runSql(...statements);
        expect((await verdictOf(store)).fault).toMatchObject({ type, number });
      });
    }

    test('is one, whoever writes', async ({ store, another }) => {
      const stores = [store, await another()];
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          stores[at % 2]?.write((writer) => writer.addAudit(entry(at), signIn(at, `op${at % 3}`))),
        ),
      );
      expect(await verdictOf(store)).toMatchObject({ entries: 40, fault: undefined });
    });

    test('has the same hashes in a store that shows names and details', async ({ store }) => {
      await fill(store);
      await store.read(async (reader) => {
        const shown = await reader.audit({ most: 20 });
        const stored = (await Array.fromAsync(reader.allAudit())).flat().toReversed();
        expect(shown.map(({ hash }) => hash)).toEqual(stored.map(({ hash }) => hash));
        expect(shown[5]).toMatchObject({
          by: 'ken',
          target: 'operators/ken',
          details: { address: '192.0.2.7', tries: 1 },
        });
        expect(JSON.stringify(stored)).not.toContain('ken');
        expect(stored[5]?.details).toBe('{"tries":1}');
      });
    });

    test('shows whether a head that was noted is still part of it', async ({ store, runSql }) => {
      await fill(store);
      const { head } = await store.read((reader) => reader.auditChain());
      await store.write((writer) => writer.addAudit(entry(11)));
      expect(await verdictOf(store, head.hash)).toMatchObject({ hasHead: true });
      const { hash } = (await store.read((reader) => reader.audit({ most: 3 })))[2] ?? { hash: '' };
      // Somebody who cuts off the end, and knows of the table that says where it is.
      await runSql(
        `DELETE FROM audit WHERE number > 9`,
        `UPDATE audit_chain SET head = 9, head_hash = '${hash}'`,
      );
      expect(await verdictOf(store)).toMatchObject({ entries: 9, fault: undefined });
      expect(await verdictOf(store, head.hash)).toMatchObject({ fault: undefined, hasHead: false });
    });

    test('stays sound when its oldest entries are pruned', async ({ store, runSql }) => {
      await fill(store);
      const prune = (before: number, most: number) =>
        store.write((writer) => writer.pruneAudit(before, most));
      expect(await prune(1, 5)).toBe(0);
      expect(await prune(5, 3)).toBe(3);
      expect(await prune(5, 3)).toBe(1);
      expect(await prune(5, 3)).toBe(0);
      expect(await verdictOf(store)).toMatchObject({ entries: 6, fault: undefined });
      const [oldest] = (await store.read((reader) => reader.audit({ most: 20 }))).toReversed();
      expect(oldest).toMatchObject({ number: 5, at: 5 });
      expect((await store.read((reader) => reader.auditChain())).anchor.number).toBe(4);
      await runSql('DELETE FROM audit WHERE number = 5');
      expect((await verdictOf(store)).fault).toMatchObject({ type: 'removed', number: 5 });
      expect(await prune(100, 50)).toBe(5);
      await store.write((writer) => writer.addAudit(entry(11)));
      expect((await store.read((reader) => reader.audit({ most: 20 })))[0]?.number).toBe(11);
      expect(await verdictOf(store)).toMatchObject({ entries: 1, fault: undefined });
    });
  });

  describeOpened('a search in the audit log', open, (test) => {
    test('combines operator, action, target, time and text', async ({ store }) => {
      await fill(store);
      const quoted = entry(11, {
        by: 'command line',
        action: 'newsletter.put',
        details: { name: 'Say "Hi" Ü%_' },
      });
      await store.write((writer) => writer.addAudit(quoted));
      await store.read(async (reader) => {
        const found = async (query: object) =>
          (await reader.audit({ most: 20, ...query })).map(({ number }) => number);
        expect(await found({ action: 'session.open' })).toEqual([6, 5]);
        expect(await found({ action: 'session' })).toEqual([6, 5]);
        expect(await found({ action: 'news', before: 9, by: 'ken' })).toEqual([8, 7, 4, 3, 2, 1]);
        expect(await found({ action: 'sess' })).toEqual([]);
        expect(await found({ by: 'mia' })).toEqual([6]);
        expect(await found({ by: 'command line' })).toEqual([11]);
        expect(await found({ by: 'former operator 1' })).toEqual([]);
        expect(await found({ target: 'operators/ken' })).toEqual([5]);
        expect(await found({ target: 'operators/' })).toEqual([6, 5]);
        expect(await found({ from: 3, until: 5 })).toEqual([4, 3]);
        expect(await found({ from: 10 })).toEqual([11, 10]);
        expect(await found({ until: 2 })).toEqual([1]);
        expect(await found({ text: 'say "hi"' })).toEqual([11]);
        expect(await found({ text: 'Ü%' })).toEqual([11]);
        expect(await found({ text: '%' })).toEqual([11]);
        expect(await found({ text: 'NEWSLETTER' })).toEqual([11]);
        expect(await found({ text: '192.0.2' })).toEqual([6, 5]);
        expect(await found({ text: 'mia' })).toEqual([6]);
        expect(await found({ text: 'press/n1', projectIds: ['acme'] })).toEqual([11, 10, 1]);
        expect(await found({ text: 'press/n1', projectIds: ['beta'] })).toEqual([]);
        const { personal } = (await Array.fromAsync(reader.allAudit())).flat()[4] ?? { personal: null };
        expect(await found({ text: personal?.slice(2, 34) ?? '' })).toEqual([]);
      });
    });
  });
}
