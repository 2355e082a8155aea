import type { BodyFault, ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isItem } from '../../../api/checks.ts';
import { type ItemShelf, itemPath, shelfPath } from '../../../api/places.ts';
import { ApiError, fetchJson } from '../../../api/request.ts';
import { type Document, isDocument } from '../document/Document.ts';
import { type Kept, keptIn } from '../document/Kept.ts';
import { sentDocument } from '../document/newDocument.ts';

/** What is to be saved, and the version that it began from. */
export type Save = { readonly document: Document; readonly base: Kept | undefined };

/** Somebody else was first: their version, or nothing where they have deleted it. */
export type Clash = {
  readonly theirs: Kept | undefined;
  readonly by: string | undefined;
  readonly at: number | undefined;
};

type Saved = ManagedItem<'news' | 'banner'>;

/** Saves an item; refetches whatever shows it. */
export function useSaving(shelf: ItemShelf, contentId: string | undefined) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ document, base }: Save) => {
      const body = sentDocument(document, base);
      return contentId === undefined
        ? fetchJson(shelfPath(shelf), isItem(shelf.kind), { method: 'POST', body })
        : fetchJson(itemPath(shelf, contentId), isItem(shelf.kind), {
            method: 'PUT',
            body,
            ifMatch: base?.etag,
          });
    },
    onSuccess: (saved) => refresh(shelf, saved),
  });
}

/** Shows a new version everywhere. */
export function useRefresh() {
  const client = useQueryClient();
  return async (shelf: ItemShelf, saved?: Saved) => {
    if (saved !== undefined) client.setQueryData(['item', itemPath(shelf, saved.item.contentId)], saved);
    const touched = ['items', 'versions', 'overview', 'removed', 'uses'];
    await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

/** What an error says of single members; nothing where it says nothing of them. */
export function faultsIn(error: unknown): readonly BodyFault[] {
  return error instanceof ApiError ? (error.problem.errors ?? []) : [];
}

/** What an error says of somebody who was first; undefined where it is another one. */
export function clashIn(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const { current, changedBy, changedAt } = error.problem;
  return {
    theirs: isDocument(current) ? keptIn(current) : undefined,
    by: typeof changedBy === 'string' ? changedBy : undefined,
    at: typeof changedAt === 'number' ? changedAt : undefined,
  };
}
