import type { AppKind, Kind } from '@newsstand/contract';
import type { Place } from '@newsstand/contract/manage';

/** A space of a project. */
export type Space = { readonly projectId: string; readonly spaceId: string };

/** The shelf of a kind: in an instance for news and banners, in the space for the others. */
export type Shelf = Space & { readonly kind: Kind; readonly instanceId?: string | undefined };

/** A shelf of news or banners. */
export type ItemShelf = Space & { readonly kind: AppKind; readonly instanceId: string };

const collections: Readonly<Record<Kind, string>> = {
  news: 'news',
  banner: 'banners',
  media: 'medias',
  category: 'categories',
  tag: 'tags',
};

/** The path of a space in the write interface. */
export function spacePath({ projectId, spaceId }: Space): string {
  return `/projects/${encodeURIComponent(projectId)}/spaces/${encodeURIComponent(spaceId)}`;
}

/** The path of a list in the write interface. */
export function shelfPath({ kind, instanceId, ...space }: Shelf): string {
  // Media, categories and tags belong to the space, even if the caller knows an instance.
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

/** The path of a project, space or instance in the write interface. */
export function placePath({
  projectId,
  spaceId,
  instanceId,
  app,
}: Place & { readonly app?: AppKind | undefined }): string {
  if (spaceId === undefined) return `/projects/${encodeURIComponent(projectId)}`;
  if (instanceId === undefined || app === undefined) return spacePath({ projectId, spaceId });
  return instancePath({ projectId, spaceId, kind: app, instanceId });
}

/** The page of a media item in the console, or of all media if no ID is given. */
export function mediaHref(space: Space, mediaId?: string): string {
  const all = `${spacePath(space)}/media`;
  return mediaId === undefined ? all : `${all}/${encodeURIComponent(mediaId)}`;
}

/** The page of a list in the console. */
export function listHref(shelf: ItemShelf): string {
  return `${spacePath(shelf)}/${shelf.kind}/${encodeURIComponent(shelf.instanceId)}`;
}

/** The page of an item's editor in the console. */
export function editorHref(shelf: ItemShelf, contentId: string): string {
  return `${listHref(shelf)}/items/${encodeURIComponent(contentId)}`;
}

/** The page of a proposal in the console. */
export function proposalHref({
  shelf,
  contentId,
  proposalId,
}: {
  readonly shelf: ItemShelf;
  readonly contentId: string;
  readonly proposalId: string;
}): string {
  return `/review${editorHref(shelf, contentId)}/${encodeURIComponent(proposalId)}`;
}

/** A webhook of a project. */
export type WebhookKey = { readonly projectId: string; readonly webhookId: string };

/** The path of a project's webhooks in the write interface. */
export function webhooksPath(projectId: string): string {
  return `/projects/${encodeURIComponent(projectId)}/webhooks`;
}

/** The path of a webhook in the write interface. */
export function webhookPath({ projectId, webhookId }: WebhookKey): string {
  return `${webhooksPath(projectId)}/${encodeURIComponent(webhookId)}`;
}

/** The page of a webhook's calls in the console. */
export function webhookHref({ projectId, webhookId }: WebhookKey): string {
  return `/webhooks/${encodeURIComponent(projectId)}/${encodeURIComponent(webhookId)}`;
}
