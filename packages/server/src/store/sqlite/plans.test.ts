import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../Store.ts';
import { category, item, media, plain, press, put, space, tag } from '../testing/suite/samples.ts';
import { openSqlite } from './openSqlite.ts';

const day = 20_000;
const usage = { key: 'nsk_1', day, requests: 1, lastUsedAt: 1 };
const entry = { at: 1, by: 'ken', action: 'news.update', projectId: 'a', target: 'projects/a/news' };

/** What an operator's requests do to a store. */
async function workOnAdmin(store: Store): Promise<void> {
  await put(store, item, media, tag, category, plain);
  await store.write(async (writer) => {
    await writer.putRecord({ ...plain, alias: 'other', document: '{"n":2}' });
    await writer.removeRecord(item);
    await writer.addAudit(entry);
    await writer.addKeyUsage([usage]);
  });
  await store.write(async (writer) => {
    await writer.removeRecord(plain);
    await writer.removeInstance(press);
  });
  await store.read(async (reader) => {
    await reader.bookmark();
    await reader.findAll([plain, item]);
    await reader.versions(plain, 1);
    await Array.fromAsync(reader.removed(space, 5));
    await reader.uses(tag, 5);
    await reader.lastChanges([plain]);
    await reader.changedLast({ scope: space, most: 5 });
    await reader.changedLast({ scope: space, by: 'ken', most: 5 });
    await reader.idsChangedBy(plain, 'ken');
    await reader.audit({ most: 5, projectIds: ['a'], by: 'ken', before: 9 });
    await reader.audit({ most: 5, target: 'projects' });
    await reader.audit({ most: 5, target: 'operators/ken', from: 1, until: 9 });
    await reader.audit({ most: 5, action: 'news', until: 9 });
    await reader.audit({ most: 5, text: 'news', projectIds: ['a'] });
    await reader.auditChain();
    await reader.keyUsage(day);
    await reader.authToken('none');
    await reader.authTokens('ken');
    await reader.operator('ken');
  });
  await workOnWebhooks(store);
  await workOnProposals(store);
}

/** What reviews do to it. */
async function workOnProposals(store: Store): Promise<void> {
  const proposal = { proposalId: 'p1', key: plain, name: 'N', type: 'draft', etag: '' } as const;
  await store.write(async (writer) => {
    await writer.putInstance(press);
    await writer.putProposal({ ...proposal, state: 'open', proposedBy: 'ken', proposedAt: 1 });
    await writer.addComment('p1', { at: 1, by: 'ken', text: 'x' });
    await writer.openProposals(plain);
    await writer.countOpenProposals('ken');
    await writer.pruneProposals(plain, 1);
    await writer.comments('p1');
    const page = { instances: [press], skip: 0, most: 5 };
    await writer.proposals(page);
    await writer.proposals({ ...page, id: 'n1', state: 'open', proposedBy: 'ken' });
  });
}

/** What the calls of webhooks do to it. */
async function workOnWebhooks(store: Store): Promise<void> {
  const hook = { webhookId: 'wh_1', url: 'https://a', projectId: 'a', build: false, drafts: false };
  const call = { webhookId: 'wh_1', messageId: 'm', type: 'changed', thing: 'a', body: '', createdAt: 1 };
  await store.write(async (writer) => {
    await writer.putWebhook({ ...hook, secrets: [], createdAt: 1 });
    await writer.addDeliveries([{ ...call, state: 'pending', dueAt: 1, attempts: 0 }]);
    for (const delivery of await writer.deliveries('wh_1', { most: 1, state: 'pending', before: 9 }))
      await writer.putDelivery(delivery);
    await writer.delivery(1);
    await writer.pendingCalls();
    await writer.dueDeliveries('wh_1', 1, 5);
    await writer.dropPending('wh_1');
    await writer.pruneDeliveries(1, 1);
    await writer.removeWebhook('wh_1');
  });
}

/** Which of some statements look through all of a table that grows with what is kept. The last row alone is found at once. */
function looksThroughAll(db: Database, statements: Iterable<string>): readonly string[] {
  // The index of pending calls holds only those.
  const large =
    /^SCAN (\w+ AS )?(records|links|changes|commits|versions|audit|key_usage|deliveries|proposals|comments)\b(?! USING .*INDEX deliveries_pending)/;
  const ofOthers = [...statements].filter((sql) => !sql.endsWith(' ORDER BY revision DESC LIMIT 1'));
  return ofOthers.filter((sql) => {
    const plan = db.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all();
    return plan.some(({ detail }) => large.test(detail));
  });
}

test('no action of an operator scans a whole table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const path = join(folder, 'store.db');
  const store = await openSqlite(path);
  const asked = new Set<string>();
  const spies = (['query', 'run'] as const).map((name) => spyOn(Database.prototype, name));
  try {
    await workOnAdmin(store);
    for (const spy of spies)
      for (const [sql] of spy.mock.calls) if (/SELECT|UPDATE|DELETE/.test(sql)) asked.add(sql);
  } finally {
    for (const spy of spies) spy.mockRestore();
    await store.close();
  }
  expect(asked.size).toBeGreaterThan(20);
  const db = new Database(path);
  db.run('CREATE TEMP TABLE touched (record INTEGER PRIMARY KEY, kept INTEGER NOT NULL)');
  db.run('CREATE TEMP TABLE removed (shelf INTEGER, id TEXT, PRIMARY KEY (shelf, id)) WITHOUT ROWID');
  const found = looksThroughAll(db, asked);
  db.close();
  rmSync(folder, { recursive: true });
  expect(found).toEqual([]);
});
