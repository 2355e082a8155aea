import type { Loader, LoaderContext } from 'astro/loaders';
import { custom, type ZodType } from 'astro/zod';
import type { ListNewsQuery } from '../contract/queries.ts';
import type { Client } from '../createClient.ts';
import type { ListedNews } from '../readers.ts';
import { type AnswerCache, type KeptAnswer, membersOf, parse } from '../request.ts';

/** The data of an entry: a news item with its category and tags. */
export type NewsEntry<Body = Record<string, unknown>> = ListedNews<Body, true, true>;

/** What a collection holds. */
export interface LoaderOptions<Body> {
  /** Use one with an ordinary key: drafts that a preview key reads would become pages. */
  client: Pick<Client<Body>, 'news' | 'subscribe'>;
  /** The instance whose news are the entries. */
  instance: string;
  /** Which of them, such as `{ category: 'products' }`. Default: all. */
  query?: Omit<ListNewsQuery, 'page' | 'size' | 'includeCategory' | 'includeTags'> | undefined;
}

/**
 * Loads the news of an instance into a content collection. The ID of an entry is its `pathPart`. Pages of the list that have not
 * changed since the last build are not sent again. In `astro dev`, changes are shown as they happen.
 */
export function newsstandLoader<Body = Record<string, unknown>>(
  options: LoaderOptions<Body>,
): Loader & { schema: ZodType<NewsEntry<Body>> } {
  return {
    name: 'newsstand',
    // Only a type: what the service sends has been checked when it was written.
    schema: custom<NewsEntry<Body>>(),
    async load(context) {
      await synchronise(options, context);
      // Only `astro dev` watches.
      if (context.watcher) follow(options, context);
    },
  };
}

/** The alias, if it can be a part of a path, or else the ID. Astro can't build a page for any other, and with it none at all. */
export function pathPart(alias: string | undefined, id: string): string {
  return alias === undefined || /^\.{1,2}$|[/\\%?#]/.test(alias) ? id : alias;
}

async function synchronise<Body>(options: LoaderOptions<Body>, context: LoaderContext): Promise<void> {
  const { client, instance, query } = options;
  const { store, meta, parseData, generateDigest, logger } = context;
  const pages = keepPages(meta.get('pages') ?? '', generateDigest);
  const listed = new Map<string, { contentId: string; alias?: string }>();
  const whole = { ...query, includeCategory: true, includeTags: true };
  for await (const item of client.news(instance).all(whole, { cache: pages.cache }))
    listed.set(item.contentId, item);

  const ids = new Set<string>();
  let changed = 0;
  for (const [contentId, item] of listed) {
    const id = pathPart(item.alias, contentId);
    ids.add(id);
    const data: Item = pages.items.get(contentId) ?? { ...item };
    if (!('values' in data)) {
      if (store.has(id)) continue;
      // Its page has not changed, but the store has lost it: begin anew.
      meta.delete('pages');
      return await synchronise(options, context);
    }
    const digest = generateDigest(data);
    if (store.get(id)?.digest === digest) continue;
    store.set({ id, data: await parseData({ id, data }), digest });
    changed++;
  }
  const gone = store.keys().filter((id) => !ids.has(id));
  for (const id of gone) store.delete(id);
  // Only now is everything in the store that these pages hold.
  meta.set('pages', pages.text());
  logger.info(`${ids.size} items of ${instance}: ${changed} changed, ${gone.length} removed`);
}

type Item = Record<string, unknown>;

/**
 * Keeps the entity tag of each page of a list from one build to the next, with nothing but the IDs of its items: if the page has not
 * changed, they are all in the store.
 */
function keepPages(kept: string, generateDigest: (text: string) => string) {
  const before = new Map(Object.entries(membersOf(parse(kept))));
  const now = new Map<string, KeptAnswer>();
  /** The items of pages that have changed, as they were sent last. */
  const items = new Map<string, Item>();
  const cache: AnswerCache = {
    get(key) {
      const name = generateDigest(key);
      const page = now.get(name) ?? before.get(name);
      if (!isKept(page)) return undefined;
      now.set(name, page);
      return page;
    },
    set(key, { etag, text }) {
      const { totalCount, list } = membersOf(parse(text));
      const sent = (Array.isArray(list) ? list : []).map(membersOf);
      for (const item of sent) items.set(`${item['contentId']}`, { tags: [], ...item });
      const brief = sent.map(({ contentId, alias }) => ({ contentId, alias }));
      now.set(generateDigest(key), { etag, text: JSON.stringify({ totalCount, list: brief }) });
    },
  };
  return { cache, items, text: () => JSON.stringify(Object.fromEntries(now)) };
}

function isKept(value: unknown): value is KeptAnswer {
  const { etag, text } = membersOf(value);
  return typeof etag === 'string' && typeof text === 'string';
}

/** What happens within this time is read at once. */
const gatheringMilliseconds = 100;

/** Reads again what has changed, from now on. Astro loads a collection anew when its definition changes; only the last goes on. */
function follow<Body>(options: LoaderOptions<Body>, context: LoaderContext): void {
  const { client, instance } = options;
  const { collection, logger } = context;
  const controller = new AbortController();
  followed().get(collection)?.abort();
  followed().set(collection, controller);
  const { signal } = controller;
  const warn = (error: unknown) => logger.warn(error instanceof Error ? error.message : String(error));
  let isPending = false;

  async function update(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatheringMilliseconds));
    isPending = false;
    if (!signal.aborted) await synchronise(options, context);
  }
  async function listen(): Promise<void> {
    for await (const _ of client.subscribe({ instances: instance }, { signal, onRetry: warn })) {
      if (isPending) continue;
      isPending = true;
      update().catch(warn);
    }
  }
  listen().catch((error: unknown) => {
    if (!signal.aborted) warn(error);
  });
}

const key = Symbol.for('@newsstand/client/astro');

/** Outlives this module, which Astro may load anew. */
function followed(): Map<string, AbortController> {
  const known: unknown = Reflect.get(globalThis, key);
  if (known instanceof Map) return known;
  const controllers = new Map<string, AbortController>();
  Reflect.set(globalThis, key, controllers);
  return controllers;
}
