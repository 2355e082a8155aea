import type { News } from './resources.ts';

/** The moment from which an item is public: what was planned for it, or else when it was made. */
export function publishedAt({ reservedAt, openingAt, createdAt }: News): number {
  const planned = [reservedAt, openingAt].filter((moment) => moment !== undefined);
  return planned.length === 0 ? createdAt : Math.max(...planned);
}
