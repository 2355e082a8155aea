import { expect, test } from 'bun:test';
import { z } from 'zod';
import { createAuthenticator } from '../../../delivery/authenticate.ts';
import { withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const settings = '/news/instances/press/settings';
const day = 86_400_000;
const issued = z.object({
  linkId: z.string(),
  token: z.string(),
  url: z.string(),
  expiresAt: z.number(),
});

test('a preview link is issued once, listed, and revoked', () =>
  withNewsroom(async ({ ken, boss, api, audit }) => {
    const made = await ken('POST', `${hello}/previews`, {});
    expect(made.status).toBe(201);
    const { linkId, token, expiresAt, url } = issued.parse(made.body);
    const page = `https://content.example.com/news/preview#acme/web/news/press/n1/${token}`;
    expect([expiresAt, url]).toEqual([api.clock + 7 * day, page]);
    expect(token.startsWith(`${linkId}.`)).toBe(true);
    const listed = await ken('GET', `${hello}/previews`);
    expect(listed.body).toEqual([{ linkId, createdAt: api.clock, createdBy: 'ken', expiresAt }]);
    const isAccepted = async (at: number) => {
      const credentials = await api.store.read((reader) => reader.credentials());
      const { authenticate } = createAuthenticator((key) => credentials.find((each) => each.key === key));
      const [key = '', secret = ''] = token.split('.');
      return authenticate({ key, secret }, at) !== undefined;
    };
    expect(await isAccepted(expiresAt - 1)).toBe(true);
    expect(await isAccepted(expiresAt)).toBe(false);
    const stored = JSON.stringify(await api.store.read((reader) => reader.credentials()));
    expect(stored).not.toContain(token.split('.')[1] ?? '');
    expect((await ken('DELETE', `/banner/instances/top/banners/b1/previews/${linkId}`)).status).toBe(404);
    expect((await ken('DELETE', `${hello}/previews/${linkId}`)).status).toBe(204);
    expect(await isAccepted(api.clock)).toBe(false);
    expect((await ken('DELETE', `${hello}/previews/${linkId}`)).status).toBe(404);
    expect((await ken('GET', `${hello}/previews`)).body).toEqual([]);
    expect((await audit()).slice(-2)).toEqual([
      'ken news.createPreview web/news/press/n1',
      'ken news.revokePreview web/news/press/n1',
    ]);
    expect((await boss('POST', '/news/instances/press/news/none/previews', {})).status).toBe(404);
  }));

test('it lasts as long as was asked for, at most ninety days', () =>
  withNewsroom(async ({ ken, api }) => {
    const make = (expiresAt: number) => ken('POST', `${hello}/previews`, { body: { expiresAt } });
    expect((await make(api.clock + 90 * day)).status).toBe(201);
    expect((await make(api.clock + 90 * day + 1)).faults).toEqual([
      'expiresAt: must be at most 90 days ahead',
    ]);
    expect((await make(api.clock)).faults).toEqual(['expiresAt: must be in the future']);
  }));

test('links that ended a week ago are removed when another is created, a few at a time', () =>
  withNewsroom(async ({ ken, api }) => {
    const stored = () => api.store.read(async (reader) => (await reader.credentials()).length);
    const make = async () => expect((await ken('POST', `${hello}/previews`, {})).status).toBe(201);
    await make();
    const before = await stored();
    await api.store.write(async (writer) => {
      const [link] = (await writer.credentials()).filter(({ item }) => item !== undefined);
      if (link === undefined) throw new Error('there is no link');
      for (let n = 0; n < 25; n++)
        await writer.putCredential({ ...link, key: `old-${n}`, expiresAt: api.clock - 7 * day - 1 });
      await writer.putCredential({ ...link, key: 'younger', expiresAt: api.clock - 7 * day });
    });
    await make();
    expect(await stored()).toBe(before + 26 - 20 + 1);
    await make();
    expect(await stored()).toBe(before + 1 + 2);
    expect((await ken('GET', `${hello}/previews`)).body).toHaveLength(3);
  }));

test('it leads to the page that an owner has set for the instance', () =>
  withNewsroom(async ({ ken, boss }) => {
    const set = (previewUrl: string) => boss('PUT', settings, { body: { previewUrl } });
    for (const bad of [
      'https://example.com/',
      'javascript:alert({token})',
      'https://{token}.example.com/',
      'https://example.com/{token}/{secret}',
      '/preview?token={token}',
    ])
      expect((await set(bad)).status).toBe(400);
    expect((await ken('PUT', settings, { body: {} })).status).toBe(403);
    expect((await set('https://example.com/news/{contentId}?preview={token}')).status).toBe(200);
    const { token, url } = issued.parse((await ken('POST', `${hello}/previews`, {})).body);
    expect(url).toBe(`https://example.com/news/n1?preview=${encodeURIComponent(token)}`);
    expect((await ken('GET', settings)).body).toEqual({
      previewUrl: 'https://example.com/news/{contentId}?preview={token}',
    });
    // No site can read an incomplete draft: the page of the service shows what it lacks.
    await ken('PUT', '/news/instances/press/news/d1', {
      body: { status: 'draft', values: { title: 'Half' } },
    });
    const half = issued.parse((await ken('POST', '/news/instances/press/news/d1/previews', {})).body);
    expect(half.url).toBe(`https://content.example.com/news/preview#acme/web/news/press/d1/${half.token}`);
    expect((await boss('PUT', settings, { body: {} })).body).toEqual({});
    expect(issued.parse((await ken('POST', `${hello}/previews`, {})).body).url).toContain('/preview#acme/');
  }));
