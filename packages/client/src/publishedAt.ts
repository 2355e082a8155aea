import type { News } from './contract/resources.ts';

/** When an item becomes public: as scheduled, or else when it was created. */
export function publishedAt({ reservedAt, openingAt, createdAt }: News<unknown>): number {
  const planned = [reservedAt, openingAt].filter((moment) => moment !== undefined);
  return planned.length === 0 ? createdAt : Math.max(...planned);
}
