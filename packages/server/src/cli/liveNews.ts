import { z } from 'zod';
import { isLive, visibilityOf } from '../catalogue/items/visibility.ts';
import { recordAt, type StoredRecord } from '../store/StoredRecord.ts';
import type { NamedArticle } from '../transfer/articleAddress.ts';

const article = z.object({
  ...{ alias: z.string().optional(), status: z.string().optional() },
  ...{
    reservedAt: z.number().optional(),
    openingAt: z.number().optional(),
    closingAt: z.number().optional(),
  },
  values: z.object({ body: z.unknown() }),
});

/** An article that readers can see, with its body; undefined for anything else. */
export function liveNews(
  stored: StoredRecord,
  now: number,
): (NamedArticle & { readonly body: unknown }) | undefined {
  if (stored.kind !== 'news') return undefined;
  const { id, instanceId = '', document } = recordAt(stored, now);
  const news = article.safeParse(JSON.parse(document)).data;
  if (news === undefined || !isLive(visibilityOf(news), now)) return undefined;
  return { id, instanceId, alias: news.alias, body: news.values.body };
}
