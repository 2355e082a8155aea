import type { ManagedItem } from '@newsstand/contract/manage';
import { isItem } from '../../../api/checks.ts';
import { type ItemShelf, itemPath, shelfPath } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { isSameJson } from '../../../parts/json/json.ts';
import type { Document, ItemVersion } from '../document/Document.ts';

/** An item as the service returns it. */
export type Saved = ManagedItem<'news' | 'banner'>;

/** Creates an item. */
export function createItem(shelf: ItemShelf, document: Document): Promise<Saved> {
  const body = requestBody(document, undefined);
  return fetchJson(shelfPath(shelf), isItem(shelf.kind), { method: 'POST', body });
}

type Put = {
  readonly shelf: ItemShelf;
  readonly contentId: string;
  readonly document: Document;
  /** The version that it replaces. */
  readonly base: ItemVersion | undefined;
  /** Whether the page saves by itself; what was saved like that before does not stay in the history. */
  readonly isAutosave: boolean;
};

/** Replaces an item. */
export function putItem({ shelf, contentId, document, base, isAutosave }: Put): Promise<Saved> {
  return fetchJson(itemPath(shelf, contentId), isItem(shelf.kind), {
    method: 'PUT',
    query: { autosave: isAutosave ? 'true' : undefined },
    body: requestBody(document, base?.item),
    ifMatch: base?.etag,
  });
}

/** Keeps a document beside the item as its next version, with the time at which it takes over if it has one. */
export function putNext(put: Put & { readonly takesOverAt: number | undefined }): Promise<Saved> {
  const { shelf, contentId, document, base, isAutosave, takesOverAt } = put;
  return fetchJson(`${itemPath(shelf, contentId)}/next`, isItem(shelf.kind), {
    method: 'PUT',
    query: { autosave: isAutosave ? 'true' : undefined },
    body: {
      ...requestBody(document, base?.next?.item ?? base?.item),
      ...(takesOverAt !== undefined && { takesOverAt }),
    },
    ifMatch: base?.etag,
  });
}

type Step = Pick<Put, 'shelf' | 'contentId' | 'base'>;

/** Changes some members of what readers see; null removes one. */
export function patchItem({
  shelf,
  contentId,
  base,
  patch,
}: Step & { readonly patch: Readonly<Record<string, number | null>> }): Promise<Saved> {
  const path = itemPath(shelf, contentId);
  return fetchJson(path, isItem(shelf.kind), { method: 'PATCH', body: patch, ifMatch: base?.etag });
}

/** Makes the next version the item, now. */
export function publishNext({ shelf, contentId, base }: Step): Promise<Saved> {
  const path = `${itemPath(shelf, contentId)}/next/publish`;
  return fetchJson(path, isItem(shelf.kind), { method: 'POST', ifMatch: base?.etag });
}

/** Discards the next version. */
export function removeNext({ shelf, contentId, base }: Step): Promise<Saved> {
  const path = `${itemPath(shelf, contentId)}/next`;
  return fetchJson(path, isItem(shelf.kind), { method: 'DELETE', ifMatch: base?.etag });
}

/** The request body. The service sets the time of the change, unless it was edited by hand. */
function requestBody(document: Document, before: Document | undefined): Document {
  const { updatedAt, ...others } = document;
  return updatedAt === undefined || isSameJson(updatedAt, before?.['updatedAt']) ? others : document;
}
