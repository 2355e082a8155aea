import { expect, test } from 'bun:test';
import type { RoleGrant } from '@newsstand/contract/manage';
import { lines } from '../../../transfer/testing/importing.ts';
import { type Ask, type Newsroom, withNewsroom } from '../testing/withNewsroom.ts';

const web = { projectId: 'acme', spaceId: 'web' };
const press: RoleGrant = { ...web, instanceId: 'press', role: 'viewer' };

const { category: _, tags: __, ...news } = lines.news;

/** A second instance, space and project, with an item each that is named alike. */
const elsewhere = [
  { ...lines.news, instanceId: 'blog', contentId: 'n2' },
  { ...lines.media, spaceId: 'app' },
  { ...news, spaceId: 'app', contentId: 'n3' },
  { ...lines.media, projectId: 'beta' },
  { ...news, projectId: 'beta', contentId: 'n4' },
];

const withPlaces = (work: (ivy: Ask, room: Newsroom) => Promise<void>, ...roles: readonly RoleGrant[]) =>
  withNewsroom(async (room) => {
    await room.import(...elsewhere);
    await work(await room.as('ivy', ...(roles.length === 0 ? [press] : roles)), room);
  });

const told = ({ body }: { readonly body: unknown }) => JSON.stringify(body);
const others = /"n2"|"n3"|"n4"|"b1"|blog|"top"|"app"[^:]|beta/;

test('a role in an instance shows that instance, and nothing of others, in lists and counts', () =>
  withPlaces(async (ivy, { boss, api }) => {
    const at = api.clock + 1000;
    for (const item of ['press/news/n1', 'blog/news/n2'])
      await boss('POST', `/news/instances/${item}/close`, { body: { at }, ifMatch: '*' });
    const lists = [
      '//projects',
      '//overview',
      '/search?query=hello',
      '/recent',
      `/calendar?from=${api.clock}&until=${at + 1}`,
      '/collection/categories/c1/uses',
      '/collection/medias/m1/uses',
    ];
    for (const path of lists) {
      const seen = await ivy('GET', path);
      expect([path, seen.status, told(seen)]).toEqual([path, 200, expect.stringContaining('press')]);
      expect([path, told(seen)]).toEqual([path, expect.not.stringMatching(others)]);
      // The test would see it if it were there.
      expect([path, told(await boss('GET', path))]).toEqual([path, expect.stringMatching(others)]);
    }
    expect((await ivy('GET', '//projects')).body).toEqual([
      { projectId: 'acme', spaces: [{ spaceId: 'web', instances: [{ app: 'news', instanceId: 'press' }] }] },
    ]);
    expect((await ivy('GET', '/collection/categories/c1/uses')).body).toMatchObject({ totalCount: 1 });
    expect((await boss('GET', '/collection/categories/c1/uses')).body).toMatchObject({ totalCount: 2 });
    expect((await ivy('GET', '//overview')).body).toMatchObject({
      moments: [{ contentId: 'n1' }],
      furtherMoments: 0,
    });
    expect((await ivy('GET', '//traffic')).body).toEqual({ nodes: [] });
  }));

test('what was deleted elsewhere is not listed either', () =>
  withPlaces(async (ivy, { boss }) => {
    for (const item of ['press/news/n1', 'blog/news/n2'])
      await boss('DELETE', `/news/instances/${item}`, { ifMatch: '*' });
    expect((await ivy('GET', '/removed')).body).toMatchObject([{ instanceId: 'press', id: 'n1' }]);
    expect((await boss('GET', '/removed')).body).toHaveLength(2);
  }));

test('a refusal is the same whether or not a thing exists', () =>
  withPlaces(async (ivy) => {
    // The second name is of something that exists.
    const paths = [
      ['/news/instances/{}/news/n2', 'blog'],
      ['/news/instances/blog/news/{}/versions', 'n2'],
      ['//projects/acme/spaces/{}/search?query=a', 'app'],
      ['//projects/{}/spaces/web/recent', 'beta'],
      ['//projects/{}/spaces/web/collection/tags', 'beta'],
    ] as const;
    for (const [path, name] of paths) {
      const [there, nowhere] = await Promise.all(
        [name, 'none'].map(async (each) => {
          const { status, body } = await ivy('GET', path.replace('{}', each));
          return { status, text: told({ body: { ...Object(body), requestId: '' } }).replaceAll(each, '{}') };
        }),
      );
      expect(there).toEqual(nowhere);
      expect(there).toMatchObject({ status: 403, text: expect.stringContaining('role_missing') });
    }
  }));

test('keys and webhooks are seen and managed within the places of an owner', () =>
  withPlaces(
    async (ivy, { boss }) => {
      const key = (grant: object) => ({ name: 'k', grants: [grant] });
      const { role: _, ...own } = press;
      expect((await ivy('POST', '//keys', { body: key(own) })).status).toBe(201);
      const wider = await ivy('POST', '//keys', { body: key(web) });
      expect([wider.status, told(wider)]).toEqual([403, expect.stringContaining('the space acme/web')]);
      const foreign = await boss('POST', '//keys', { body: key(web) });
      expect(told(await ivy('GET', '//keys'))).not.toContain(String(Object(foreign.body).key));
      expect((await ivy('POST', `//keys/${Object(foreign.body).key}/revoke`)).status).toBe(404);
      expect((await ivy('GET', '//keys')).body).toHaveLength(1);

      const hooks = '//projects/acme/webhooks';
      const url = 'https://example.com/hook';
      const hook = (place: object) => ({ body: { url, ...place } });
      const { projectId: __, ...part } = own;
      expect((await ivy('POST', hooks, hook(part))).status).toBe(201);
      for (const place of [
        {},
        { spaceId: 'web' },
        { spaceId: 'web', instanceId: 'blog' },
        { spaceId: 'none' },
      ])
        expect((await ivy('POST', hooks, hook(place))).status).toBe(403);
      const other = Object((await boss('POST', hooks, hook({ spaceId: 'web' }))).body).webhookId;
      expect((await ivy('GET', hooks)).body).toMatchObject([{ instanceId: 'press' }]);
      expect((await boss('GET', hooks)).body).toHaveLength(2);
      for (const [method, path] of [
        ['PATCH', ''],
        ['POST', '/rotate'],
        ['DELETE', ''],
        ['POST', '/test'],
        ['GET', '/deliveries'],
      ] as const)
        expect([
          path,
          (await ivy(method, `${hooks}/${other}${path}`, { ...(method === 'GET' ? {} : { body: {} }) }))
            .status,
        ]).toEqual([path, 404]);
      expect((await ivy('GET', '//audit')).status).toBe(403);
    },
    { ...press, role: 'owner' },
  ));
