import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type * as Contract from '@newsstand/contract';
import { eventsPath, type kinds, operations } from '@newsstand/contract';
import { createClient } from '../src/createClient.ts';
import type * as Client from '../src/index.ts';
import { contractTypes } from './contractTypes.ts';
import { formatted } from './formatted.ts';

test('src/contract is up to date; if not, run build/writeContractTypes.ts', async () => {
  for (const [name, text] of contractTypes()) {
    const written = await Bun.file(join(import.meta.dir, '../src/contract', name)).text();
    expect(written).toBe(await formatted(text));
  }
});

/** True if two types are the same in every member, including optional ones. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A type as it is delivered: what has no value is left out, while zod's types would also let it be undefined. */
type Delivered<T> = T extends readonly (infer Item)[]
  ? Delivered<Item>[]
  : T extends object
    ? { [Name in keyof T]: Delivered<Exclude<T[Name], undefined>> }
    : T;

type Kinds = typeof kinds;

/** Checked by the compiler: `npm run check` fails if a type differs, or if such a difference goes unnoticed. */
const same: {
  news: Same<Client.News, Delivered<Contract.News>>;
  banner: Same<Client.Banner, Delivered<Contract.Banner>>;
  media: Same<Client.Media, Delivered<Contract.Media>>;
  operation: Same<Client.MediaOperation, Delivered<Contract.MediaOperation>>;
  category: Same<Client.Category, Delivered<Contract.Category>>;
  tag: Same<Client.Tag, Delivered<Contract.Tag>>;
  block: Same<Client.Block, Delivered<Contract.Block>>;
  code: Same<Client.ErrorCode, Contract.ErrorCode>;
  problem: Same<Client.Problem, Contract.Problem>;
  eventData: Same<Client.EventData, Delivered<Contract.EventData>>;
  eventType: Same<Client.EventType, Contract.EventType>;
  newsFields: Same<Client.ContentSortField, Kinds['news']['sortFields'][number]>;
  bannerFields: Same<Client.BannerSortField, Kinds['banner']['sortFields'][number]>;
  mediaFields: Same<Client.MediaSortField, Kinds['media']['sortFields'][number]>;
  categoryFields: Same<Client.CategorySortField, Kinds['category']['sortFields'][number]>;
  tagFields: Same<Client.TagSortField, Kinds['tag']['sortFields'][number]>;
} = {
  news: true,
  banner: true,
  media: true,
  operation: true,
  category: true,
  tag: true,
  block: true,
  code: true,
  problem: true,
  eventData: true,
  eventType: true,
  newsFields: true,
  bannerFields: true,
  mediaFields: true,
  categoryFields: true,
  tagFields: true,
};
const different: [
  Same<{ a: string }, { a: string; b?: string }>,
  Same<{ a: string }, { a: number }>,
  Same<Client.Media, Omit<Client.Media, 'alias'>>,
] = [false, false, false];

test('every type is the contract’s own', () => {
  expect(Object.values(same)).not.toContain(false);
  expect(different).not.toContain(true);
});

/** The paths that the client requests, by operation. */
async function askedPaths(): Promise<Record<string, string>> {
  let asked = '';
  const client = createClient({
    url: 'http://service.test/base/',
    key: 'k',
    secret: 's',
    projectId: '{projectId}',
    spaceId: '{spaceId}',
    fetch: async (url) => {
      asked = decodeURIComponent(url);
      return Response.json({ name: '', totalCount: 0, list: [] });
    },
  });
  const calls: Record<Contract.OperationName, () => Promise<unknown>> = {
    listNews: () => client.news('{instanceId}').list(),
    getNews: () => client.news('{instanceId}').get('{contentId}'),
    listBanners: () => client.banners('{instanceId}').list(),
    getBanner: () => client.banners('{instanceId}').get('{contentId}'),
    listMedia: () => client.media.list(),
    getMedia: () => client.media.get('{mediaId}'),
    listCategories: () => client.categories.list(),
    listTags: () => client.tags.list(),
  };
  const paths: Record<string, string> = {};
  for (const [operation, call] of Object.entries(calls)) {
    await call();
    paths[operation] = asked.replace('http://service.test/base', '');
  }
  await client
    .subscribe()
    .next()
    .catch(() => {});
  paths['subscribe'] = asked.replace('http://service.test/base', '');
  return paths;
}

test('every operation is requested at its path in the contract', async () => {
  const paths = Object.fromEntries(operations.map(({ name, path }) => [name, path]));
  expect(await askedPaths()).toEqual({ ...paths, subscribe: eventsPath });
});
