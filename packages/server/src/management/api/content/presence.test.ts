import { expect, test } from 'bun:test';
import { withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const draft = '/news/instances/press/news/d1';

test('editors see who else has an item open, until they leave or fall silent', () =>
  withNewsroom(async ({ ken, mia, api }) => {
    const enter = async (who: typeof ken, isEditing: boolean) =>
      (await who('PUT', `${hello}/presence`, { body: { isEditing } })).body;
    const since = api.clock;
    expect(await enter(ken, false)).toEqual({ others: [] });
    api.clock += 10_000;
    expect(await enter(mia, true)).toMatchObject({
      others: [{ operatorId: 'ken', isEditing: false, since }],
    });
    expect(await enter(ken, true)).toMatchObject({
      others: [{ operatorId: 'mia', isEditing: true, since: since + 10_000 }],
    });
    api.clock += 29_000;
    expect(await enter(mia, true)).toMatchObject({ others: [{ operatorId: 'ken', isEditing: true, since }] });
    expect((await ken('DELETE', `${hello}/presence`)).status).toBe(204);
    expect(await enter(mia, true)).toEqual({ others: [] });
    await enter(ken, true);
    api.clock += 30_001;
    expect(await enter(mia, true)).toEqual({ others: [] });
    expect((await ken('PUT', `${draft}/presence`, { body: { isEditing: true } })).status).toBe(404);
    expect((await ken('DELETE', `${draft}/presence`)).status).toBe(204);
  }));

test('what an editor’s page saves by itself is one version, as long as nobody else writes', () =>
  withNewsroom(async ({ ken, mia, audit }) => {
    const save = async (who: typeof ken, title: string, query = '?autosave=true') => {
      const body = { status: 'draft', values: { title } };
      const { body: saved } = await who('PUT', `${draft}${query}`, { body, ifMatch: '*' });
      return saved;
    };
    const body = { status: 'draft', values: { title: 'one' } };
    await ken('PUT', draft, { body, headers: { 'if-none-match': '*' } });
    expect(await save(ken, 'two')).toMatchObject({ version: 2 });
    expect(await save(ken, 'three')).toMatchObject({ version: 2, item: { values: { title: 'three' } } });
    expect(await save(ken, 'four')).toMatchObject({ version: 2 });
    expect(await save(mia, 'five')).toMatchObject({ version: 3 });
    expect(await save(ken, 'six')).toMatchObject({ version: 4 });
    expect(await save(ken, 'seven', '')).toMatchObject({ version: 5 });
    expect(await save(ken, 'eight')).toMatchObject({ version: 6 });
    const { body: past } = await ken('GET', `${draft}/versions`);
    expect(past).toMatchObject({
      current: 6,
      list: ['seven', 'six', 'five', 'four', 'one'].map((title) => ({ item: { values: { title } } })),
    });
    expect((await audit()).filter((each) => each.includes('d1'))).toHaveLength(6);
    const live = await ken('PUT', `${hello}?autosave=true`, { body, ifMatch: '*' });
    expect([live.status, live.faults]).toEqual([
      400,
      ['autosave: is for drafts; save changes of a published item as its next version'],
    ]);
  }));
