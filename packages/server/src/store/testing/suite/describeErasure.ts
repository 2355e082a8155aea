import { expect } from 'bun:test';
import type { Operator } from '../../Admin.ts';
import { explorerName } from '../../Credential.ts';
import type { Store } from '../../Store.ts';
import { verdictOf } from './describeAudit.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, changes, credential, item, key, media, plain, put, tag } from './samples.ts';

const zoe: Operator = {
  ...{ operatorId: 'zoe@quux.test', name: 'Zoë "Z" Quux', email: 'zoe.quux@mail.test' },
  ...{ roles: [{ projectId: '*', role: 'owner' }], createdAt: 1 },
};
const mia: Operator = { operatorId: 'mia', name: 'Mia', roles: zoe.roles, createdAt: 1 };
const address = '198.51.100.77';

/** Whatever tells who somebody is, in text and in JSON. */
const traces = /quux|zo(ë|\\u00eb)|198\.51\.100\.77/i;

const by = (name: string, at: number) => ({ by: { name, at } });

/** Leaves the traces of an operator everywhere. */
async function work(store: Store): Promise<void> {
  const { operatorId } = zoe;
  await put(store, media, category, tag, item, plain);
  const next = { document: '{"n":9}', links: [], changedAt: 5, changedBy: operatorId };
  await store.write(
    async (writer) => {
      for (const operator of [zoe, mia]) await writer.putOperator(operator);
      const token = { operatorId, name: "Zoë's", createdAt: 1 };
      await writer.putAuthToken({ ...token, sha256: 'aa', type: 'session', id: 's1', address });
      await writer.putAuthToken({ ...token, sha256: 'bb', type: 'token', id: 't1' });
      await writer.putFactor({ factorId: 'f1', operatorId, createdAt: 1, type: 'recovery' });
      await writer.putPresence(item, { operatorId, isEditing: true, since: 1, seenAt: 2 }, 0);
      await writer.putCredential({ ...credential, item: key(item), createdBy: operatorId });
      await writer.putCredential({ ...credential, key: 'k9', name: explorerName(operatorId) });
      await writer.putRecord({ ...plain, document: '{"n":2}', next });
      const mail = { mailId: 'a', operatorId: 'mia', by: operatorId, createdAt: 1, dueAt: 2, attempts: 0 };
      const event = {
        event: 'proposed',
        item: { ...key(plain), instanceId: 'press' },
        title: 'T',
        by: zoe.name,
      } as const;
      await writer.addMail({ ...mail, content: { type: 'review', events: [event] } });
      await writer.addMail({ ...mail, mailId: 'b', by: 'mia', content: { type: 'review', events: [event] } });
      const proposal = { key: key(plain), name: 'N', type: 'next', proposedAt: 2, etag: '"a"' } as const;
      await writer.putProposal({ ...proposal, proposalId: 'p1', state: 'open', proposedBy: operatorId });
      const returned = { state: 'returned', proposedBy: 'mia', closedAt: 3, closedBy: operatorId } as const;
      await writer.putProposal({ ...proposal, ...returned, proposalId: 'p2' });
      await writer.addComment('p2', { at: 3, by: operatorId, text: 'No' });
      await writer.putWebhook({
        ...{ webhookId: 'wh_1', url: 'https://a', projectId: 'acme', build: false, drafts: false },
        ...{ secrets: [], createdAt: 1 },
      });
      const call = { webhookId: 'wh_1', messageId: 'm', type: 'review.proposed', thing: 'a', createdAt: 1 };
      const body = JSON.stringify({ data: { by: operatorId } });
      await writer.addDeliveries([{ ...call, body, state: 'pending', dueAt: 1, attempts: 0 }]);
      const removal = {
        removalId: 'r1',
        place: { projectId: 'beta' },
        removedAt: 1,
        removedBy: operatorId,
        records: 1,
      };
      await writer.putRemovedPlace(removal);
      await writer.addRemovedParts('r1', [
        { type: 'version', document: JSON.stringify({ replacedBy: operatorId, record: { next } }) },
      ]);
      const opened = { at: 3, by: operatorId, action: 'session.open', target: `operators/${operatorId}` };
      await writer.addAudit(
        { ...opened, details: { address, methods: ['password'] } },
        {
          ...opened,
          by: 'mia',
          action: 'token.create',
          target: `operators/${operatorId}/tokens/t1`,
          details: { name: 'Z. Quux' },
        },
        { at: 4, by: operatorId, action: 'news.put', projectId: 'acme', target: 'web/news/press/n1' },
        {
          ...{ at: 5, by: 'mail sender', action: 'mail.give_up', target: `operators/${operatorId}` },
          details: { type: 'review', error: '550 <zoe.quux@mail.test>: no such user' },
        },
        {
          at: 5,
          by: 'mia',
          action: 'session.open',
          target: 'operators/mia',
          details: { address: '192.0.2.9' },
        },
      );
    },
    by(operatorId, 6),
  );
  // Now a version has a next version by her, and was replaced by her.
  await store.write((writer) => writer.putRecord({ ...plain, document: '{"n":3}', next }), by(operatorId, 7));
}

/** An operator is removed, and nothing that is stored tells who it was. */
export function describeErasure(open: OpenHarness): void {
  describeOpened('an operator who is erased', open, (test) => {
    test('leaves no trace in any column, and the chain sound', async ({ store, another, dump }) => {
      await work(store);
      expect((await dump()).match(new RegExp(traces, 'gi'))?.length).toBeGreaterThan(15);
      const before = await store.read((reader) => reader.audit({ most: 20 }));
      const start = await store.bookmark();
      const label = await store.write(
        async (writer) => {
          const erased = await writer.eraseOperator(zoe.operatorId, zoe.name);
          await writer.addAudit({
            at: 9,
            by: 'mia',
            action: 'operator.erase',
            target: `operators/${erased}`,
          });
          return erased;
        },
        by('mia', 9),
      );
      expect(label).toMatch(/^former operator [0-9a-f]{4}$/);
      expect(await dump()).not.toMatch(traces);
      expect(await verdictOf(store)).toMatchObject({ entries: 6, fault: undefined });
      await (await another()).read(async (reader) => {
        expect(await reader.operators()).toEqual([mia]);
        const [last, ...former] = await reader.audit({ most: 20 });
        expect(last).toMatchObject({ by: 'mia', target: `operators/${label}` });
        expect(former.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
        expect(former.map((entry) => [entry.by, entry.target, entry.details])).toEqual([
          ['mia', 'operators/mia', { address: '192.0.2.9' }],
          ['mail sender', `operators/${label}`, { type: 'review' }],
          [label, 'web/news/press/n1', undefined],
          ['mia', `operators/${label}/tokens/t1`, undefined],
          [label, `operators/${label}`, { methods: ['password'] }],
        ]);
        expect(await reader.audit({ most: 9, by: zoe.operatorId })).toEqual([]);
        expect(await reader.audit({ most: 9, by: label })).toHaveLength(2);
        expect(await reader.audit({ most: 9, target: `operators/${label}` })).toHaveLength(4);
        expect((await reader.lastChanges([plain]))[0]).toEqual({ changedAt: 7, changedBy: label });
        expect((await reader.find(plain))?.next?.changedBy).toBe(label);
        const versions = await reader.versions(plain);
        expect(versions.map(({ replacedBy }) => replacedBy)).toContain(label);
        expect(versions.map(({ record }) => record.next?.changedBy)).toContain(label);
        expect((await reader.linksTo(item))[0]?.createdBy).toBe(label);
        expect((await reader.deliveries('wh_1', { most: 1 }))[0]?.body).toContain(`"by":"${label}"`);
        expect((await reader.removedPlaces())[0]?.removedBy).toBe(label);
        expect((await reader.proposal('p1'))?.proposedBy).toBe(label);
        expect(await reader.proposal('p2')).toMatchObject({ proposedBy: 'mia', closedBy: label });
        expect(await reader.comments('p2')).toMatchObject([{ by: label }]);
      });
      // Mirrors hold next versions and links.
      const told = await changes(store, start);
      expect(told?.map(({ type }) => type).toSorted()).toEqual(['credential', 'credential', 'record']);
    });

    test('is not shown as somebody else, nor is who erased them hidden', async ({ store, runSql }) => {
      await work(store);
      await store.write(async (writer) => {
        const label = await writer.eraseOperator(zoe.operatorId);
        await writer.addAudit({ at: 9, by: 'mia', action: 'operator.erase', target: `operators/${label}` });
      });
      const chosen = async (label: string, which: string) => {
        await runSql(`UPDATE pseudonyms SET label = ${label} WHERE ${which}`);
        return (await verdictOf(store)).fault?.type;
      };
      for (const label of [`'bob'`, `'former operator bob'`, `'former operator '`])
        expect([label, await chosen(label, 'operator_id IS NULL')]).toEqual([label, 'renamed']);
      const right = `'former operator ' || substr(pseudonym, 1, 5)`;
      expect(await chosen(right, 'operator_id IS NULL')).toBeUndefined();
      expect(await chosen(`label, operator_id = 'bob'`, 'operator_id IS NULL')).toBe('renamed');
      await runSql(`UPDATE pseudonyms SET operator_id = NULL WHERE operator_id = 'bob'`);
      await runSql(`UPDATE pseudonyms SET operator_id = NULL, salt = NULL WHERE operator_id = 'mia'`);
      expect(await chosen(right, 'true')).toBe('erased');
    });

    test('is not whoever takes the name again', async ({ store }) => {
      await work(store);
      const label = await store.write((writer) => writer.eraseOperator(zoe.operatorId));
      await store.write(async (writer) => {
        await writer.addAudit({ at: 9, by: 'mia', action: 'operator.erase', target: `operators/${label}` });
        await writer.putOperator({ ...zoe, name: 'Another' });
        const target = `operators/${zoe.operatorId}`;
        await writer.addAudit({ at: 9, by: zoe.operatorId, action: 'session.open', target });
      });
      await store.read(async (reader) => {
        expect(await reader.audit({ most: 9, by: zoe.operatorId })).toHaveLength(1);
        expect(await reader.audit({ most: 9, target: `operators/${zoe.operatorId}` })).toHaveLength(1);
        expect(await reader.audit({ most: 9, text: 'quux' })).toHaveLength(1);
        expect(await reader.idsChangedBy(plain, zoe.operatorId)).toEqual([]);
        expect(await reader.idsChangedBy(plain, label)).toEqual(['n1']);
      });
      const again = await store.write((writer) => writer.eraseOperator(zoe.operatorId));
      expect(again).not.toBe(label);
    });
  });
}
