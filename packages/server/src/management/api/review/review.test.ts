import { expect, test } from 'bun:test';
import { reviewLimits } from '@newsstand/contract/manage';
import { z } from 'zod';
import { StoreError } from '../../../store/StoreError.ts';
import { bodies, type Newsroom, type ReadResponse, withNewsroom } from '../testing/withNewsroom.ts';

const list = '/news/instances/press/news';
const item = `${list}/n1`;
const later = { ...bodies.news, name: 'Later' };
const draft = { ...bodies.news, name: 'Draft', alias: 'draft', status: 'draft' };

const proposed = z.object({ proposalId: z.string() });
const idOf = ({ body }: ReadResponse) => proposed.parse(body).proposalId;

/** A newsroom with a writer: wes. */
function withWriter(work: (room: Newsroom & { wes: Newsroom['ken'] }) => Promise<void>): Promise<void> {
  return withNewsroom(async (room) => {
    await work({ ...room, wes: await room.as('wes', { projectId: 'acme', role: 'writer' }) });
  });
}

test('a writer proposes a draft, an editor asks, sends back, and publishes what is proposed again', () =>
  withWriter(async ({ ken, mia, wes, audit, api }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const propose = (ifMatch: string) =>
      wes('POST', `${list}/n2/proposals`, { body: { message: ' Ready ' }, ifMatch });
    expect((await wes('POST', `${list}/n2/proposals`, { body: {} })).status).toBe(428);
    expect((await propose('"old"')).status).toBe(412);
    const first = await propose(etag);
    expect([first.status, first.etag, first.body]).toMatchObject([
      200,
      etag,
      {
        ...{ projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n2', name: 'Draft' },
        ...{ type: 'draft', state: 'open', proposedBy: 'wes', proposedAt: api.clock, message: 'Ready', etag },
        ...{ isChanged: false, comments: 0 },
      },
    ]);
    const one = `${list}/n2/proposals/${idOf(first)}`;
    const seen = await mia('GET', one);
    expect([seen.etag, seen.body]).toMatchObject([
      etag,
      { itemEtag: etag, fourEyes: false, thread: [], proposed: { name: 'Draft', status: 'draft' } },
    ]);
    expect(seen.body).toMatchObject({ rounds: [] });
    expect(seen.body).not.toHaveProperty('sentBack');
    expect(seen.body).not.toHaveProperty('live');
    expect((await wes('POST', `${one}/publish`, { ifMatch: etag })).status).toBe(403);
    expect((await wes('POST', `${one}/return`, { body: { comment: 'No' } })).status).toBe(403);
    expect((await mia('POST', `${one}/comments`, { body: { text: ' ' } })).faults).toEqual([
      'text: must be 1 to 4000 characters, after trimming',
    ]);
    api.clock++;
    const asked = await mia('POST', `${one}/comments`, { body: { text: 'Why?' } });
    expect([asked.status, asked.body]).toMatchObject([200, { comments: 1, state: 'open', isChanged: false }]);
    expect((await mia('POST', `${one}/return`, { body: {} })).status).toBe(400);
    const returned = await mia('POST', `${one}/return`, { body: { comment: 'Too long' } });
    expect(returned.body).toMatchObject({
      ...{ state: 'returned', closedBy: 'mia', closedAt: api.clock, comments: 2 },
    });
    expect(returned.body).not.toHaveProperty('isChanged');
    for (const [path, body] of [
      ['comments', { text: 'x' }],
      ['return', { comment: 'x' }],
      ['withdraw', {}],
      ['publish', {}],
    ] as const)
      expect((await mia('POST', `${one}/${path}`, { body, ifMatch: '*' })).body).toMatchObject({
        ...{ status: 409, code: 'proposal_closed', values: { state: 'returned' } },
      });
    const again = await propose(etag);
    expect(idOf(again)).not.toBe(idOf(first));
    const round = { proposalId: idOf(first), state: 'returned', message: 'Ready', closedBy: 'mia' };
    expect((await mia('GET', `${list}/n2/proposals/${idOf(again)}`)).body).toMatchObject({
      rounds: [{ ...round, thread: [{ text: 'Why?' }, { text: 'Too long' }] }],
      ...{ thread: [], message: 'Ready', sentBack: { name: 'Draft' } },
    });
    const changed = await ken('PATCH', `${list}/n2`, { body: { name: 'Short' }, ifMatch: etag });
    const next = `${list}/n2/proposals/${idOf(again)}`;
    expect((await mia('GET', next)).body).toMatchObject({ isChanged: true, proposed: { name: 'Short' } });
    expect((await mia('POST', `${next}/publish`, { ifMatch: etag })).body).toMatchObject({
      ...{ code: 'version_conflict', current: { item: { name: 'Short' } } },
    });
    const published = await mia('POST', `${next}/publish`, { ifMatch: changed.etag });
    expect(published.body).toMatchObject({ state: 'published', closedBy: 'mia', proposedBy: 'wes' });
    const live = await ken('GET', `${list}/n2`);
    expect([live.etag, live.body]).toMatchObject([
      published.etag,
      { state: 'live', item: { name: 'Short', status: 'published' } },
    ]);
    expect((await mia('GET', one)).body).toMatchObject({
      thread: [
        { by: 'mia', text: 'Why?', at: api.clock },
        { by: 'mia', text: 'Too long' },
      ],
    });
    expect(await audit()).toEqual([
      'ken news.create web/news/press/n2',
      'wes review.propose web/news/press/n2',
      'mia review.comment web/news/press/n2',
      'mia review.return web/news/press/n2',
      'wes review.propose web/news/press/n2',
      'ken news.patch web/news/press/n2',
      'mia review.publish web/news/press/n2',
      'mia news.publish web/news/press/n2',
    ]);
  }));

test('the next version of what is live is shown beside it, and takes over at the proposed time', () =>
  withWriter(async ({ ken, mia, api }) => {
    const live = await ken('GET', item);
    expect((await ken('POST', `${item}/proposals`, { ifMatch: live.etag })).body).toMatchObject({
      ...{ status: 409, rule: 'nothing_to_propose' },
    });
    const { etag } = await ken('PUT', `${item}/next`, { body: later, ifMatch: live.etag });
    const past = await ken('POST', `${item}/proposals`, { body: { publishAt: api.clock }, ifMatch: etag });
    expect(past.faults).toEqual(['publishAt: must be in the future']);
    const publishAt = api.clock + 1000;
    const open = await ken('POST', `${item}/proposals`, { body: { publishAt }, ifMatch: etag });
    const one = `${item}/proposals/${idOf(open)}`;
    expect((await mia('GET', one)).body).toMatchObject({
      ...{ type: 'next', publishAt, live: { name: 'Hello' }, proposed: { name: 'Later' } },
    });
    const done = await mia('POST', `${one}/publish`, { ifMatch: etag });
    expect(done.body).toMatchObject({ state: 'published', closedBy: 'mia' });
    expect((await ken('GET', item)).body).toMatchObject({
      ...{ item: { name: 'Hello' }, next: { takesOverAt: publishAt, changedBy: 'ken' } },
      next: { item: { name: 'Later', status: 'published', updatedAt: publishAt } },
    });
    api.clock = publishAt;
    expect((await ken('GET', item)).body).toMatchObject({ state: 'live', item: { name: 'Later' } });
  }));

test('a draft is published at the proposed time, or now if the editor says so or that has passed', () =>
  withWriter(async ({ ken, mia, api }) => {
    const publishAt = api.clock + 1000;
    const publish = async (id: string, body: object, pass = 0) => {
      const { etag } = await ken('PUT', `${list}/${id}`, { body: { ...draft, alias: id } });
      const open = await ken('POST', `${list}/${id}/proposals`, { body: { publishAt }, ifMatch: etag });
      api.clock += pass;
      await mia('POST', `${list}/${id}/proposals/${idOf(open)}/publish`, { body, ifMatch: etag });
      return (await ken('GET', `${list}/${id}`)).body;
    };
    expect(await publish('n2', {})).toMatchObject({ state: 'scheduled', item: { reservedAt: publishAt } });
    const now = await publish('n3', { now: true });
    expect(now).toMatchObject({ state: 'live', item: { status: 'published' } });
    expect(now).not.toHaveProperty('item.reservedAt');
    expect(await publish('n4', {}, 1000)).toMatchObject({ state: 'live', item: { status: 'published' } });
  }));

test('what cannot be published is not proposed', () =>
  withWriter(async ({ wes, ken }) => {
    const { etag } = await ken('PUT', `${list}/n2`, {
      body: { status: 'draft', values: { title: 'Summer' } },
    });
    const refused = await wes('POST', `${list}/n2/proposals`, { ifMatch: etag });
    expect([refused.status, refused.faults.map((fault) => fault.split(';')[0])]).toEqual([
      400,
      ['values.body: is missing', 'values.thumbnail: is missing'],
    ]);
    expect((await wes('POST', `${list}/n9/proposals`, { ifMatch: etag })).status).toBe(412);
    expect((await wes('GET', `${list}/n2/proposals/none`)).status).toBe(404);
  }));

test('a proposal ends with its item: published, discarded or deleted in whatever way', () =>
  withWriter(async ({ ken, mia, wes, import: run }) => {
    const stateOf = async (path: string, id: string) => (await ken('GET', `${path}/proposals/${id}`)).body;
    const proposeDraft = async (id: string) => {
      const { etag } = await ken('PUT', `${list}/${id}`, { body: { ...draft, alias: id } });
      return { etag, id: idOf(await wes('POST', `${list}/${id}/proposals`, { ifMatch: etag })) };
    };
    const published = await proposeDraft('n2');
    await mia('POST', `${list}/n2/publish`, { ifMatch: '*' });
    expect(await stateOf(`${list}/n2`, published.id)).toMatchObject({ state: 'published', closedBy: 'mia' });
    const deleted = await proposeDraft('n3');
    await mia('POST', '/batch', {
      body: { changes: [{ kind: 'news', instanceId: 'press', id: 'n3', action: 'delete' }] },
    });
    expect(await stateOf(`${list}/n3`, deleted.id)).toMatchObject({ state: 'withdrawn', closedBy: 'mia' });
    const tagged = await proposeDraft('n4');
    await mia('POST', '/batch', {
      body: { changes: [{ kind: 'news', instanceId: 'press', id: 'n4', action: 'reserve', at: 4e12 }] },
    });
    expect(await stateOf(`${list}/n4`, tagged.id)).toMatchObject({ state: 'published', closedBy: 'mia' });
    const { etag } = await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const next = idOf(await wes('POST', `${item}/proposals`, { ifMatch: etag }));
    await mia('DELETE', `${item}/next`, { ifMatch: etag });
    expect(await stateOf(item, next)).toMatchObject({ state: 'withdrawn', closedBy: 'mia' });
    // The command line knows nothing of proposals.
    const gone = await proposeDraft('n5');
    await run({
      kind: 'news',
      projectId: 'acme',
      spaceId: 'web',
      instanceId: 'press',
      contentId: 'n5',
      deleted: true,
    });
    const left = await stateOf(`${list}/n5`, gone.id);
    expect(left).toMatchObject({ state: 'open', isChanged: true });
    expect(left).not.toHaveProperty('proposed');
    expect(
      (await mia('POST', `${list}/n5/proposals/${gone.id}/publish`, { ifMatch: gone.etag })).status,
    ).toBe(412);
    expect((await wes('POST', `${list}/n5/proposals/${gone.id}/withdraw`)).body).toMatchObject({
      state: 'withdrawn',
    });
  }));

test('whoever proposed it can withdraw it, and so can editors', () =>
  withWriter(async ({ ken, wes, as }) => {
    const ida = await as('ida', { projectId: 'acme', role: 'writer' });
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const propose = async () =>
      `${list}/n2/proposals/${idOf(await wes('POST', `${list}/n2/proposals`, { ifMatch: etag }))}`;
    const first = await propose();
    expect((await ida('POST', `${first}/withdraw`)).body).toMatchObject({
      status: 403,
      rule: 'others_proposal',
    });
    expect((await wes('POST', `${first}/withdraw`)).body).toMatchObject({
      state: 'withdrawn',
      closedBy: 'wes',
    });
    expect((await ken('POST', `${await propose()}/withdraw`)).body).toMatchObject({ closedBy: 'ken' });
  }));

test('proposing again replaces what was proposed, and keeps the comments', () =>
  withWriter(async ({ ken, mia, wes, api }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const open = await wes('POST', `${list}/n2/proposals`, { body: { message: 'One' }, ifMatch: etag });
    api.clock++;
    await mia('POST', `${list}/n2/proposals/${idOf(open)}/comments`, { body: { text: 'Shorter' } });
    const changed = await ken('PATCH', `${list}/n2`, { body: { name: 'Short' }, ifMatch: etag });
    const again = await ken('POST', `${list}/n2/proposals`, { ifMatch: changed.etag });
    expect(again.body).toMatchObject({
      ...{ proposalId: idOf(open), proposedBy: 'ken', name: 'Short', etag: changed.etag, comments: 2 },
    });
    expect(again.body).not.toHaveProperty('message');
    expect((await mia('GET', `${list}/n2/proposals/${idOf(open)}`)).body).toMatchObject({
      thread: [
        { by: 'wes', text: 'One' },
        { by: 'mia', text: 'Shorter' },
      ],
      rounds: [],
    });
  }));

test('everybody lists the proposals of the places that they can see, and no others', () =>
  withWriter(async ({ api, ken, wes, boss, as }) => {
    await boss('PUT', '/news/instances/inner');
    const inside = { projectId: 'acme', spaceId: 'web', instanceId: 'inner' };
    const vic = await as('vic', { ...inside, role: 'viewer' });
    const odd = await as('odd', { projectId: 'other', role: 'owner' });
    const propose = async (path: string) => {
      const { etag } = await ken('PUT', path, { body: { ...draft, alias: undefined } });
      api.clock++;
      return idOf(await wes('POST', `${path}/proposals`, { ifMatch: etag }));
    };
    const press = await propose(`${list}/n2`);
    const inner = await propose('/news/instances/inner/news/n2');
    await ken('POST', `${list}/n2/proposals/${press}/withdraw`);
    const page = z.object({ totalCount: z.number(), list: z.array(proposed) });
    const ids = async (who: typeof ken, query = '') => {
      const { body } = await who('GET', `//proposals${query}`);
      const { totalCount, list } = page.parse(body);
      return [totalCount, ...list.map(({ proposalId }) => proposalId)];
    };
    expect(await ids(ken)).toEqual([2, inner, press]);
    expect(await ids(ken, '?size=1&page=2')).toEqual([2, press]);
    expect(await ids(ken, '?state=open&projectId=acme')).toEqual([1, inner]);
    expect(await ids(ken, '?projectId=acme&spaceId=web&instanceId=press&id=n2')).toEqual([1, press]);
    expect(await ids(ken, '?proposedBy=ken')).toEqual([0]);
    // PostgreSQL refuses it in a text.
    for (const path of ['//proposals?proposedBy=%00', `${list}?changedBy=%00`, '/recent?changedBy=%00'])
      expect([path, (await ken('GET', path)).status]).toEqual([path, 400]);
    expect(await ids(vic)).toEqual([1, inner]);
    // Others' proposals wait for those who can publish them.
    expect(await ids(ken, '?waiting=true')).toEqual([1, inner]);
    expect([await ids(wes, '?waiting=true'), await ids(vic, '?waiting=true')]).toEqual([[0], [0]]);
    await ken('PUT', `${list}/n3`, { body: { ...draft, alias: 'own' } });
    await ken('POST', `${list}/n3/proposals`, { ifMatch: '*' });
    expect(await ids(ken, '?waiting=true')).toEqual([1, inner]);
    expect(await ids(vic, '?projectId=acme&spaceId=web&instanceId=press')).toEqual([0]);
    expect(await ids(odd)).toEqual([0]);
    expect((await vic('GET', `${list}/n2/proposals/${press}`)).status).toBe(403);
    expect((await vic('GET', `/news/instances/inner/news/n2/proposals/${press}`)).status).toBe(404);
    expect((await ken('GET', '//proposals?spaceId=web')).faults).toEqual(['projectId: is missing']);
  }));

test('a comment keeps the words that it is about, whatever becomes of them', () =>
  withWriter(async ({ api, ken, mia, wes }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const propose = async (ifMatch: string) =>
      `${list}/n2/proposals/${idOf(await wes('POST', `${list}/n2/proposals`, { ifMatch }))}`;
    const one = await propose(etag);
    const comment = (words: unknown) =>
      mia('POST', `${one}/comments`, { body: { text: 'Which week?', words } });
    const words = { path: 'values.title', quote: '今週\u0000𠮷', before: 'On ', after: '' };
    expect((await comment({ ...words, quote: ` ${words.quote} ` })).status).toBe(200);
    expect((await comment({ path: 'values.body', quote: '𠮷'.repeat(300) })).status).toBe(200);
    expect((await comment(undefined)).body).toMatchObject({ comments: 3 });
    const faultsOf = async (wrong: object) => (await comment({ ...words, ...wrong })).faults;
    expect(await faultsOf({ quote: ' ' })).toEqual([
      'words.quote: must be 1 to 300 characters, after trimming',
    ]);
    expect(await faultsOf({ quote: 'x'.repeat(301) })).toHaveLength(1);
    expect(await faultsOf({ before: 'x'.repeat(101) })).toHaveLength(1);
    expect(await faultsOf({ quote: '\ud800' })).toHaveLength(1);
    expect(await faultsOf({ path: '' })).toHaveLength(1);
    expect(await faultsOf({ page: 1 })).toHaveLength(1);
    const thread = [{ text: 'Which week?', words }, { words: { path: 'values.body' } }, { by: 'mia' }];
    const seen = await mia('GET', one);
    expect(seen.body).toMatchObject({ thread });
    expect(seen.body).not.toHaveProperty('thread.2.words');
    await mia('POST', `${one}/return`, { body: { comment: 'Say when' } });
    api.clock++;
    const changed = await ken('PATCH', `${list}/n2`, { body: { name: 'Changed' }, ifMatch: etag });
    expect((await mia('GET', await propose(changed.etag))).body).toMatchObject({
      rounds: [{ thread: [...thread, { text: 'Say when' }] }],
    });
  }));

test('there is an end to open proposals and to comments', () =>
  withWriter(async ({ api, ken, wes }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const place = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' } as const;
    const many = {
      name: '',
      type: 'draft',
      state: 'open',
      proposedBy: 'wes',
      proposedAt: 1,
      etag: '',
    } as const;
    await api.store.write(async (writer) => {
      for (let index = 0; index < reviewLimits.open; index++)
        await writer.putProposal({ ...many, proposalId: `p${index}`, key: { ...place, id: `x${index}` } });
    });
    const propose = (who: typeof ken) => who('POST', `${list}/n2/proposals`, { ifMatch: etag });
    expect((await propose(wes)).body).toMatchObject({ status: 409, rule: 'too_many_proposals' });
    const one = `${list}/n2/proposals/${idOf(await propose(ken))}`;
    // Whoever proposes it again needs no room of their own.
    const id = idOf(await propose(wes));
    await api.store.write(async (writer) => {
      for (let index = 0; index < reviewLimits.comments; index++)
        await writer.addComment(id, { at: 1, by: 'mia', text: 'x' });
    });
    const more = await ken('POST', `${one}/comments`, { body: { text: 'x' } });
    expect(more.body).toMatchObject({ status: 409, rule: 'too_many_comments' });
    // The last word can still be said.
    const returned = await ken('POST', `${one}/return`, { body: { comment: 'Enough' } });
    expect(returned.body).toMatchObject({ state: 'returned', comments: reviewLimits.comments + 1 });
  }));

test('what was not committed has not happened: neither to the item nor to its proposal', () =>
  withWriter(async ({ api, ken, mia, audit }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const one = `${list}/n2/proposals/${idOf(await ken('POST', `${list}/n2/proposals`, { ifMatch: etag }))}`;
    const before = await audit();
    const write = api.store.write.bind(api.store);
    api.store.write = (work, options) =>
      write(async (writer) => {
        await work(writer);
        throw new StoreError('killed before the commit');
      }, options);
    expect((await mia('POST', `${one}/publish`, { ifMatch: etag })).status).toBe(503);
    api.store.write = write;
    api.errors.length = 0;
    expect((await mia('GET', one)).body).toMatchObject({ state: 'open', isChanged: false });
    expect((await mia('GET', `${list}/n2`)).body).toMatchObject({ state: 'draft', etag });
    expect(await audit()).toEqual(before);
    expect((await mia('POST', `${one}/publish`, { ifMatch: etag })).status).toBe(200);
  }));

test('a large item is compared and judged beside the thread that delivers', () =>
  withWriter(async ({ ken, mia, boss }) => {
    await boss('PUT', '/news/instances/press/settings', { body: { fourEyes: true } });
    const values = {
      ...z.looseObject({}).parse(bodies.news['values']),
      body: { text: 'word '.repeat(50_000) },
    };
    const { etag } = await ken('PUT', `${list}/n2`, { body: { ...draft, values } });
    const one = `${list}/n2/proposals/${idOf(await ken('POST', `${list}/n2/proposals`, { ifMatch: etag }))}`;
    expect((await mia('GET', one)).body).toMatchObject({ proposed: { values } });
    expect((await ken('POST', `${one}/publish`, { ifMatch: etag })).body).toMatchObject({
      code: 'four_eyes',
    });
    expect((await mia('POST', `${one}/publish`, { ifMatch: etag })).body).toMatchObject({
      state: 'published',
    });
  }));

test('what is sent back is compared with what is proposed next, until something is published', () =>
  withWriter(async ({ api, ken, mia, wes }) => {
    const propose = async (etag: string) => {
      api.clock++;
      const made = await wes('POST', `${list}/n2/proposals`, { body: {}, ifMatch: etag });
      return `${list}/n2/proposals/${idOf(made)}`;
    };
    const named = async (name: string) =>
      (await ken('PATCH', `${list}/n2`, { body: { name }, ifMatch: '*' })).etag;
    const seen = async (path: string) => (await mia('GET', path)).body;
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const one = await propose(etag);
    await mia('POST', `${one}/return`, { body: { comment: 'First' } });
    const two = await propose(await named('Two'));
    expect(await seen(two)).toMatchObject({ sentBack: { name: 'Draft' }, proposed: { name: 'Two' } });
    await mia('POST', `${two}/return`, { body: { comment: 'Second' } });
    const three = await propose(await named('Three'));
    expect(await seen(three)).toMatchObject({
      ...{ sentBack: { name: 'Two' }, proposed: { name: 'Three' } },
      rounds: [{ thread: [{ text: 'First' }] }, { thread: [{ text: 'Second' }] }],
    });
    // Of what is closed, nothing is compared, and only the text that was sent back last is kept.
    expect(await seen(two)).not.toHaveProperty('sentBack');
    const kept = await api.store.read(async (reader) => {
      const batches = await Array.fromAsync(reader.allProposals());
      return batches.flat().filter(({ sentBack }) => sentBack !== undefined);
    });
    expect(kept).toHaveLength(1);
    expect((await mia('POST', `${three}/publish`, { ifMatch: '*' })).status).toBe(200);
    const body = { ...bodies.news, name: 'Later', alias: 'draft' };
    const fresh = await seen(
      await propose((await ken('PUT', `${list}/n2/next`, { body, ifMatch: '*' })).etag),
    );
    expect(fresh).toMatchObject({ rounds: [] });
    expect(fresh).not.toHaveProperty('sentBack');
  }));
