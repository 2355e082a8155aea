import type { Media } from '@newsstand/contract';
import { useQueries } from '@tanstack/react-query';
import type { SpacePlace } from '../../../api/places.ts';
import { itemQuery } from '../../../api/queries.ts';

/** The most that are looked up for one preview. */
const most = 200;

/** Media by their IDs, as readers get them; those that are not there are left out. */
export function useMediaOf(space: SpacePlace, mediaIds: readonly string[]): ReadonlyMap<string, Media> {
  const unique = [...new Set(mediaIds)].slice(0, most);
  const results = useQueries({ queries: unique.map((id) => itemQuery({ ...space, kind: 'media' }, id)) });
  const found = results.map(({ data }) => data?.delivered).filter((media) => media !== undefined);
  return new Map(found.map((media) => [media.mediaId, media]));
}
