import type { LiveLoader } from 'astro/loaders';
import type { ListNewsQuery } from '../contract/queries.ts';
import type { Client } from '../createClient.ts';
import { NewsstandError } from '../NewsstandError.ts';
import { type NewsEntry, pathPart } from './newsstandLoader.ts';

/** Which entries of a live collection are wanted: one page of the list. */
export type LiveFilter = Omit<ListNewsQuery, 'includeCategory' | 'includeTags'>;

/** Reads news when a page is requested, for a live content collection. Entries have the same IDs and data as with `newsstandLoader`. */
export function newsstandLiveLoader<Body = Record<string, unknown>>({
  client,
  instance,
}: {
  client: Pick<Client<Body>, 'news'>;
  instance: string;
}): LiveLoader<NewsEntry<Body>, { id: string }, LiveFilter, NewsstandError> {
  const news = client.news(instance);
  const entryOf = (data: NewsEntry<Body>) => ({ id: pathPart(data.alias, data.contentId), data });
  return {
    name: 'newsstand-live',
    async loadCollection({ filter = {} }) {
      try {
        const { list } = await news.list({ ...filter, includeCategory: true, includeTags: true });
        return { entries: list.map(entryOf) };
      } catch (error) {
        return { error: failureOf(error) };
      }
    },
    async loadEntry({ filter: { id } }) {
      try {
        return entryOf(await news.get(id));
      } catch (error) {
        const failure = failureOf(error);
        return failure.code === 'not_found' ? undefined : { error: failure };
      }
    },
  };
}

/** Astro hands errors of the service to the page; any other is a mistake in the program. */
function failureOf(error: unknown): NewsstandError {
  if (error instanceof NewsstandError) return error;
  throw error;
}
