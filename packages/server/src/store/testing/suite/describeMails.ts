import { expect } from 'bun:test';
import type { NewMail } from '../../Mail.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';

const ken = { operatorId: 'ken', name: 'Ken', roles: [], createdAt: 1 };
const mia = { operatorId: 'mia', name: 'Mia', roles: [], createdAt: 1 };
const item = { projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n1' } as const;

function mail(mailId: string, more: Partial<NewMail> = {}): NewMail {
  return {
    ...{ mailId, operatorId: 'ken', by: 'mia', createdAt: 5, attempts: 0 },
    content: { type: 'review', events: [{ event: 'proposed', item, title: 'a\u0000\nü', by: 'Mia' }] },
    ...more,
  };
}

/** The outbox of mails. */
export function describeMails(open: OpenHarness): void {
  describeOpened('mails', open, (test) => {
    test('come back as they were added, the oldest first, and change no bookmark', async ({
      store,
      another,
    }) => {
      const before = await store.bookmark();
      const confirm = { type: 'confirm', to: 'ken@example.com', token: 't' } as const;
      await store.write(async (writer) => {
        for (const operator of [ken, mia]) await writer.putOperator(operator);
        await writer.addMail(mail('a', { dueAt: 20 }));
        await writer.addMail(mail('b', { dueAt: 10, content: confirm }));
        await writer.addMail(mail('c', { dueAt: 30, operatorId: 'mia' }));
        await writer.addMail(mail('d'));
        expect(await writer.pendingMails()).toEqual({ count: 3, oldestAt: 5, dueAt: 10 });
      });
      await (await another()).read(async (reader) => {
        const due = await reader.dueMails(20, 9);
        expect(due.map(({ number: _, ...rest }) => rest)).toEqual([
          mail('a', { dueAt: 20 }),
          mail('b', { dueAt: 10, content: confirm }),
        ]);
        expect((await reader.dueMails(20, 1)).map(({ mailId }) => mailId)).toEqual(['a']);
        expect((await reader.pendingMailsTo('mia')).map(({ mailId }) => mailId)).toEqual(['c']);
        expect(await reader.mail(due[0]?.number ?? 0)).toEqual(due[0]);
        expect(await reader.mail(999)).toBeUndefined();
      });
      expect(await store.bookmark()).toEqual(before);
    });

    test('are counted by type, time and author, sent or not', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putOperator(ken);
        await writer.addMail(mail('a', { createdAt: 1, dueAt: 1 }));
        await writer.addMail(mail('b', { createdAt: 5 }));
        await writer.addMail(mail('c', { createdAt: 6, by: 'ken' }));
        await writer.addMail(mail('d', { createdAt: 6, content: { type: 'confirm', to: '', token: '' } }));
      });
      await store.read(async (reader) => {
        expect(await reader.countMails({ type: 'review', since: 5 })).toBe(2);
        expect(await reader.countMails({ type: 'review', since: 1, by: 'mia' })).toBe(2);
        expect(await reader.countMails({ type: 'confirm', since: 0 })).toBe(1);
        expect(await reader.countMails({ type: 'confirm', since: 0, by: 'ken' })).toBe(0);
      });
    });

    test('are changed, pruned once they are settled, and go with their operator', async ({ store }) => {
      await store.write(async (writer) => {
        for (const operator of [ken, mia]) await writer.putOperator(operator);
        for (const mailId of ['a', 'b', 'c']) await writer.addMail(mail(mailId, { dueAt: 1 }));
        await writer.addMail(mail('d', { dueAt: 1, operatorId: 'mia' }));
        const [first, second] = await writer.dueMails(1, 9);
        if (first === undefined || second === undefined) throw new Error('they are due');
        await writer.putMail({ ...first, dueAt: undefined, attempts: 3 });
        await writer.putMail({ ...second, dueAt: 7, attempts: 1 });
        expect(await writer.mail(first.number)).toEqual({
          ...mail('a', { attempts: 3 }),
          number: first.number,
        });
        await writer.pruneMails(5);
        expect(await writer.mail(first.number)).toBeDefined();
        await writer.pruneMails(6);
        expect(await writer.mail(first.number)).toBeUndefined();
        // Nothing happens to a mail that is gone.
        await writer.putMail(first);
        expect(await writer.pendingMails()).toMatchObject({ count: 3 });
        // Changing an operator keeps their mails.
        await writer.putOperator({ ...ken, name: 'K' });
        expect((await writer.pendingMailsTo('ken')).map(({ dueAt }) => dueAt)).toEqual([7, 1]);
        await writer.removeOperator('ken');
        await writer.removeOperator('mia');
        expect(await writer.pendingMails()).toBeUndefined();
      });
      await expect(store.write((writer) => writer.addMail(mail('a')))).rejects.toThrow();
    });

    test('are not added if the transaction fails', async ({ store }) => {
      await store.write((writer) => writer.putOperator(ken));
      const failing = store.write(async (writer) => {
        await writer.addMail(mail('a', { dueAt: 1 }));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.read((reader) => reader.pendingMails())).toBeUndefined();
    });
  });
}
