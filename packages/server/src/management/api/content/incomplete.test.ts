import { expect, test } from 'bun:test';
import { lines, openImportStore } from '../../../transfer/testing/importing.ts';
import { bodies, withNewsroom } from '../testing/withNewsroom.ts';

const news = '/news/instances/press/news';
const noText =
  'values.body: is missing; write its text before it is published or scheduled, or save it as a draft';
const noPicture =
  'values.thumbnail: is missing; choose its picture before it is published or scheduled, or save it as a draft';

test('a draft may lack everything but its title, and says what it lacks', () =>
  withNewsroom(async ({ ken }) => {
    const body = { status: 'draft', values: { title: 'Summer' } };
    const created = await ken('PUT', `${news}/d1`, { body, headers: { 'if-none-match': '*' } });
    expect([created.status, created.body]).toMatchObject([
      201,
      { item: { name: 'Summer', values: { title: 'Summer' } }, missing: ['values.body', 'values.thumbnail'] },
    ]);
    expect(created.body).not.toHaveProperty('item.values.thumbnail');
    expect(created.body).not.toHaveProperty('item.missing');
    const listed = await ken('GET', `${news}?state=draft`);
    expect(listed.body).toMatchObject({
      list: [{ item: { contentId: 'd1' }, state: 'draft', missing: ['values.body', 'values.thumbnail'] }],
    });
    const untitled = await ken('PUT', `${news}/d2`, {
      ...{ body: { status: 'draft', values: {} }, headers: { 'if-none-match': '*' } },
    });
    expect([untitled.status, untitled.faults]).toEqual([
      400,
      ['name: is missing', 'values.title: is missing'],
    ]);
  }));

test('it is published or scheduled only when it is complete', () =>
  withNewsroom(async ({ ken, api }) => {
    const body = { status: 'draft', values: { title: 'Summer' } };
    await ken('PUT', `${news}/d1`, { body, headers: { 'if-none-match': '*' } });
    const publish = () => ken('POST', `${news}/d1/publish`, { ifMatch: '*' });
    const refused = await publish();
    expect([refused.status, refused.faults]).toEqual([400, [noText, noPicture]]);
    expect(refused.body).toMatchObject({ errors: [{ rule: 'incomplete' }, { rule: 'incomplete' }] });
    const at = api.clock + 1000;
    expect((await ken('POST', `${news}/d1/reserve`, { ifMatch: '*', body: { at } })).status).toBe(400);
    const sent = { ...body, status: 'published' };
    expect((await ken('PUT', `${news}/d1`, { ifMatch: '*', body: sent })).faults).toContain(noPicture);
    expect((await ken('PATCH', `${news}/d1`, { ifMatch: '*', body: { reservedAt: at } })).status).toBe(400);
    const patch = { values: { body: { blocks: [] }, thumbnail: { mediaId: 'm1' } } };
    const completed = await ken('PATCH', `${news}/d1`, { ifMatch: '*', body: patch });
    expect(completed.body).not.toHaveProperty('missing');
    expect((await publish()).body).toMatchObject({ state: 'live' });
    const emptied = { status: 'draft', values: { thumbnail: null } };
    const draft = await ken('PATCH', `${news}/d1`, { ifMatch: '*', body: emptied });
    expect(draft.body).toMatchObject({ state: 'draft', missing: ['values.thumbnail'] });
  }));

test('a batch names what is incomplete, and changes nothing', () =>
  withNewsroom(async ({ ken }) => {
    const body = { status: 'draft', values: { title: 'Summer', body: {} } };
    await ken('PUT', `${news}/d1`, { body, headers: { 'if-none-match': '*' } });
    await ken('PUT', `${news}/d2`, {
      body: { ...bodies.news, alias: 'd2', status: 'draft' },
      headers: { 'if-none-match': '*' },
    });
    const changes = ['d2', 'd1'].map((id) => ({ kind: 'news', instanceId: 'press', id, action: 'publish' }));
    const refused = await ken('POST', '/batch', { body: { changes } });
    expect([refused.status, refused.faults]).toEqual([400, [`changes.1.${noPicture} (Summer)`]]);
    expect(refused.body).toMatchObject({ errors: [{ rule: 'incomplete', values: { name: 'Summer' } }] });
    expect((await ken('GET', `${news}/d2`)).body).toMatchObject({ state: 'draft' });
  }));

test('an incomplete draft is imported, exported and imported again', async () => {
  await using from = await openImportStore();
  const { values: _, ...rest } = lines.news;
  const line = { ...rest, contentId: 'd1', alias: undefined, status: 'draft', values: { title: 'Summer' } };
  await from.run([...Object.values(lines), line]);
  const text = await from.exported();
  expect(text).toContain('"contentId":"d1"');
  expect(text).not.toContain('missing');
  await using to = await openImportStore();
  await to.run(text.split('\n').filter((each) => each !== '' && !each.includes('originals/')));
  expect(await to.documents()).toEqual(await from.documents());
  expect(await from.faults([{ ...line, reservedAt: 5000 }])).toEqual([`1: ${noText}`, `1: ${noPicture}`]);
});
