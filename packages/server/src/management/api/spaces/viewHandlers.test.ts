import { expect, test } from 'bun:test';
import { z } from 'zod';
import { withNewsroom } from '../testing/withNewsroom.ts';

const views = '/news/instances/press/views';
const drafts = { name: 'Drafts of the desk', address: 'state=draft&sort=name', columns: ['state', 'author'] };
const saved = z.object({ viewId: z.string() });

test('a view is shared with all who see the instance, replaced by name, and deleted', () =>
  withNewsroom(async ({ ken, mia, audit }) => {
    expect((await ken('GET', views)).body).toEqual([]);
    const made = await ken('POST', views, { body: drafts });
    const { viewId } = saved.parse(made.body);
    expect([made.status, made.body]).toEqual([200, { viewId, ...drafts }]);
    expect((await mia('GET', views)).body).toEqual([{ viewId, ...drafts }]);
    const other = { ...drafts, address: 'state=live' };
    expect((await mia('POST', views, { body: other })).body).toEqual({ viewId, ...other });
    expect((await ken('GET', '/banner/instances/top/views')).body).toEqual([]);
    expect((await ken('DELETE', `${views}/none`)).status).toBe(404);
    expect((await ken('DELETE', `${views}/${viewId}`)).status).toBe(204);
    expect((await mia('GET', views)).body).toEqual([]);
    expect((await audit()).slice(-3)).toEqual([
      'ken instance.saveView web/news/press',
      'mia instance.saveView web/news/press',
      'ken instance.removeView web/news/press',
    ]);
  }));

test('there are at most fifty, of a bounded size, and settings leave them alone', () =>
  withNewsroom(async ({ ken, boss }) => {
    const save = (part: object) => ken('POST', views, { body: { ...drafts, ...part } });
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(61) }, { address: 'x'.repeat(1001) }])
      expect((await save(wrong)).status).toBe(400);
    for (let n = 0; n < 50; n++) expect((await save({ name: `View ${n}` })).status).toBe(200);
    const refused = await save({ name: 'One more' });
    expect([refused.status, refused.body]).toMatchObject([409, { rule: 'too_many_views' }]);
    expect((await save({ name: 'View 7', address: '' })).status).toBe(200);
    expect((await boss('PUT', '/news/instances/press/settings', { body: {} })).status).toBe(200);
    expect((await ken('GET', views)).body).toHaveLength(50);
    expect((await ken('POST', '/news/instances/none/views', { body: drafts })).status).toBe(404);
  }));
