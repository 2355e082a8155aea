import { type SpacePlace, spacePath } from '../../api/places.ts';

/** Where a media can be looked at in the console; without an ID, all of them. */
export function mediaHref(space: SpacePlace, mediaId?: string): string {
  const all = `${spacePath(space)}/media`;
  return mediaId === undefined ? all : `${all}/${encodeURIComponent(mediaId)}`;
}
