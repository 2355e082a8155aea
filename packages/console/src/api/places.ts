import type { AppKind, Kind } from '@newsstand/contract';

/** A space of a project. */
export type SpacePlace = { readonly projectId: string; readonly spaceId: string };

/** Where the items of a kind are: news and banners in an instance, the others in the space. */
export type Shelf = SpacePlace & { readonly kind: Kind; readonly instanceId?: string | undefined };

/** Where news or banners are. */
export type ItemShelf = SpacePlace & { readonly kind: AppKind; readonly instanceId: string };

const collections: Readonly<Record<Kind, string>> = {
  news: 'news',
  banner: 'banners',
  media: 'medias',
  category: 'categories',
  tag: 'tags',
};

/** The path of a space in the write interface. */
export function spacePath({ projectId, spaceId }: SpacePlace): string {
  return `/projects/${encodeURIComponent(projectId)}/spaces/${encodeURIComponent(spaceId)}`;
}

/** The path of a list in the write interface. */
export function shelfPath({ kind, instanceId, ...space }: Shelf): string {
  // What is in the space is in no instance, whatever else whoever asks knows of one.
  const isInInstance = instanceId !== undefined && (kind === 'news' || kind === 'banner');
  const room = isInInstance ? `${kind}/instances/${encodeURIComponent(instanceId)}` : 'collection';
  return `${spacePath(space)}/${room}/${collections[kind]}`;
}

/** The path of an item in the write interface. */
export function itemPath(shelf: Shelf, id: string): string {
  return `${shelfPath(shelf)}/${encodeURIComponent(id)}`;
}

/** The path of an instance in the write interface. */
export function instancePath(instance: ItemShelf): string {
  return `${spacePath(instance)}/${instance.kind}/instances/${encodeURIComponent(instance.instanceId)}`;
}

/** Where a media can be looked at in the console; without an ID, all of them. */
export function mediaHref(space: SpacePlace, mediaId?: string): string {
  const all = `${spacePath(space)}/media`;
  return mediaId === undefined ? all : `${all}/${encodeURIComponent(mediaId)}`;
}

/** The address of a list in the console. */
export function listHref(shelf: ItemShelf): string {
  return `${spacePath(shelf)}/${shelf.kind}/${encodeURIComponent(shelf.instanceId)}`;
}

/** The address of an item's editor in the console. */
export function editorHref(shelf: ItemShelf, contentId: string): string {
  return `${listHref(shelf)}/items/${encodeURIComponent(contentId)}`;
}
