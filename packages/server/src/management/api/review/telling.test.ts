import { expect, test } from 'bun:test';
import { z } from 'zod';
import { bodies, type Newsroom, type ReadResponse, withNewsroom } from '../testing/withNewsroom.ts';

const list = '/news/instances/press/news';
const draft = { ...bodies.news, name: 'Draft', alias: 'draft', status: 'draft' };
const idOf = ({ body }: ReadResponse) => z.object({ proposalId: z.string() }).parse(body).proposalId;

type Room = Newsroom & {
  readonly wes: Newsroom['ken'];
  /** Who gets which mails, with what they say. */
  mails(): Promise<readonly string[]>;
};

/** A newsroom in which everybody has an address: ken and mia edit, boss owns, wes writes, vic views, and odd is elsewhere. */
function withMail(work: (room: Room) => Promise<void>): Promise<void> {
  return withNewsroom(async (room) => {
    const { store } = room.api;
    const wes = await room.as('wes', { projectId: 'acme', role: 'writer' });
    await room.as('vic', { projectId: 'acme', role: 'viewer' });
    await room.as('odd', { projectId: 'acme', spaceId: 'web', instanceId: 'other', role: 'owner' });
    await store.write(async (writer) => {
      for (const each of await writer.operators()) {
        await writer.putOperator({
          ...each,
          name: `The ${each.operatorId}`,
          email: `${each.operatorId}@x.test`,
        });
      }
    });
    const mails = () =>
      store.write(async (writer) => {
        const told: string[] = [];
        for (const mail of await writer.dueMails(Number.MAX_SAFE_INTEGER, 999)) {
          const { operatorId, content } = mail;
          if (content.type !== 'review') continue;
          for (const { event, title, by } of content.events)
            told.push(`${operatorId}: ${by} ${event} ${title}`);
          await writer.putMail({ ...mail, dueAt: undefined });
        }
        return told.toSorted();
      });
    await work({ ...room, wes, mails });
  });
}

test('editors are told of proposals, and whoever had a part in one of what becomes of it', () =>
  withMail(async ({ ken, mia, boss, wes, api, mails }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const propose = async () => idOf(await wes('POST', `${list}/n2/proposals`, { ifMatch: etag }));
    const one = `${list}/n2/proposals/${await propose()}`;
    const everyEditor = ['boss', 'ken', 'mia'].map((name) => `${name}: The wes proposed Draft`);
    expect(await mails()).toEqual(everyEditor);
    await mia('POST', `${one}/comments`, { body: { text: 'Why?' } });
    expect(await mails()).toEqual(['wes: The mia commented Draft']);
    await wes('POST', `${one}/comments`, { body: { text: 'Because' } });
    expect(await mails()).toEqual(['mia: The wes commented Draft']);
    await boss('POST', `${one}/return`, { body: { comment: 'Too long' } });
    expect(await mails()).toEqual(['mia: The boss returned Draft', 'wes: The boss returned Draft']);
    const again = await propose();
    await wes('POST', `${list}/n2/proposals/${again}/withdraw`);
    expect(await mails()).toEqual(everyEditor);
    // Published in another way than by the proposal.
    await propose();
    await mails();
    await ken('POST', `${list}/n2/publish`, { ifMatch: etag });
    expect(await mails()).toEqual(['wes: The ken published Draft']);
    const stored = JSON.stringify(await api.store.read((reader) => reader.pendingMailsTo('wes')));
    expect(stored).not.toContain('Because');
  }));

test('a burst is one mail for each reader, until it is being sent', () =>
  withMail(async ({ ken, wes, api }) => {
    const propose = async (id: string) => {
      const { etag } = await ken('PUT', `${list}/${id}`, { body: { ...draft, alias: id, name: id } });
      await wes('POST', `${list}/${id}/proposals`, { ifMatch: etag });
    };
    const waiting = () => api.store.read((reader) => reader.pendingMailsTo('mia'));
    for (const id of ['n2', 'n3', 'n4']) await propose(id);
    const [mail, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ createdAt: api.clock, dueAt: api.clock + 15_000, attempts: 0 });
    expect(mail?.content).toMatchObject({ events: [{ title: 'n2' }, { title: 'n3' }, { title: 'n4' }] });
    await api.store.write(async (writer) => {
      if (mail !== undefined) await writer.putMail({ ...mail, attempts: 1 });
    });
    await propose('n5');
    const events = (await waiting()).map(({ content }) => content.type === 'review' && content.events.length);
    expect(events).toEqual([3, 1]);
    // Who proposes again and again fills one mail, and not a mailbox.
    for (let times = 0; times < 105; times++) await wes('POST', `${list}/n5/proposals`, { ifMatch: '*' });
    expect((await waiting()).length).toBe(2);
  }));

test('nothing is told of what was refused, nor to whom has no address or wants no mail', () =>
  withMail(async ({ ken, wes, api, mails }) => {
    await api.store.write(async (writer) => {
      for (const each of await writer.operators()) {
        const { email: _, ...without } = each;
        await writer.putOperator(each.operatorId === 'mia' ? { ...each, reviewMail: false } : without);
      }
    });
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    expect((await wes('POST', `${list}/n2/proposals`, { ifMatch: '"old"' })).status).toBe(412);
    expect((await wes('POST', `${list}/n2/proposals`, { ifMatch: etag })).status).toBe(200);
    expect(await mails()).toEqual([]);
  }));

const message = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

test('webhooks hear of reviews only if they ask for it by name, in order for one item', () =>
  withMail(async ({ boss, ken, mia, wes, api }) => {
    const create = async (more: object) => {
      const body = { url: 'https://hook.test/', ...more };
      const res = await boss('POST', '//projects/acme/webhooks', { body });
      return { res, id: z.object({ webhookId: z.string().optional() }).parse(res.body).webhookId ?? '' };
    };
    const all = ['review.proposed', 'review.returned', 'review.published', 'review.commented'];
    const asking = await create({ events: all, spaceId: 'web', instanceId: 'press' });
    const some = await create({ events: ['opened', 'review.published'], kinds: ['news'] });
    const deaf = [
      await create({}),
      await create({ drafts: true }),
      await create({ events: all, kinds: ['banner'] }),
      await create({ events: all, spaceId: 'web', instanceId: 'other' }),
    ];
    expect((await create({ events: all, build: true })).res.faults[0]).toStartWith('events: must not hold');
    const build = await create({ build: true });
    const change = (id: string, body: object) => boss('PATCH', `//projects/acme/webhooks/${id}`, { body });
    expect((await change(build.id, { events: ['review.proposed'] })).status).toBe(400);
    const off = await create({ events: all });
    await change(off.id, { enabled: false });

    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const proposed = await wes('POST', `${list}/n2/proposals`, { body: { message: 'Ready' }, ifMatch: etag });
    const proposalId = idOf(proposed);
    const one = `${list}/n2/proposals/${proposalId}`;
    await mia('POST', `${one}/comments`, { body: { text: 'Why?' } });
    await mia('POST', `${one}/return`, { body: { comment: 'Too long' } });
    const again = idOf(await wes('POST', `${list}/n2/proposals`, { ifMatch: etag }));
    await mia('POST', `${list}/n2/proposals/${again}/publish`, { ifMatch: etag });

    const callsOf = (id: string) =>
      api.store.read(async (reader) =>
        (await reader.deliveries(id, { most: 99 }))
          .filter(({ type }) => type.startsWith('review.'))
          .toReversed(),
      );
    const calls = await callsOf(asking.id);
    const told = calls.map(({ body }) => message.parse(JSON.parse(body)));
    expect(told.map(({ type, data }) => [type, data['by'], data['message']])).toEqual([
      ['review.proposed', 'wes', 'Ready'],
      ['review.commented', 'mia', 'Why?'],
      ['review.returned', 'mia', 'Too long'],
      ['review.proposed', 'wes', undefined],
      ['review.published', 'mia', undefined],
    ]);
    expect(told[0]?.data).toEqual({
      ...{ projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n2' },
      ...{ proposalId, name: 'Draft', by: 'wes', message: 'Ready', at: api.clock },
    });
    expect(new Set(calls.map(({ thing }) => thing)).size).toBe(1);
    const due = await api.store.read((reader) => reader.dueDeliveries(asking.id, api.clock, 99));
    expect(due.map(({ number }) => number)).toEqual([calls[0]?.number ?? 0]);
    expect((await callsOf(some.id)).map(({ type }) => type)).toEqual(['review.published']);
    for (const { id } of [...deaf, build, off]) expect(await callsOf(id)).toEqual([]);
  }));
