import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isBatchResult, isItem } from '../../api/checks.ts';
import type { Label, LabelShelf } from '../../api/labels.ts';
import { itemPath, shelfPath } from '../../api/paths.ts';
import { ApiError, fetchJson, sendRequest } from '../../api/request.ts';
import { ifMatch } from '../../parts/BulkProblem.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** The two fields of a category or tag. */
type LabelDraft = { readonly name: string; readonly alias: string };

const touched: readonly unknown[] = ['items', 'item', 'uses', 'overview', 'removed'];

/** Refetches lists and items, which show the names of labels, but not the label that is gone. */
export function useRefresh(shelf: LabelShelf) {
  const client = useQueryClient();
  return (goneId?: string) => {
    const gone = goneId === undefined ? undefined : itemPath(shelf, goneId);
    const isGone = (path: unknown) => path === gone || path === `${gone}/uses`;
    return client.invalidateQueries({
      predicate: ({ queryKey: [name, path] }) => touched.includes(name) && !isGone(path),
    });
  };
}

/** Creates a category or tag. */
export function useCreate(shelf: LabelShelf, onDone: () => void) {
  const texts = useWords().labels;
  const refresh = useRefresh(shelf);
  return useMutation({
    mutationFn: ({ name, alias }: LabelDraft) =>
      fetchJson(shelfPath(shelf), isItem(shelf.kind), {
        method: 'POST',
        body: { name: name.trim(), ...(alias.trim() !== '' && { alias: alias.trim() }) },
      }),
    async onSuccess({ item }) {
      await refresh();
      notifications.show({ color: 'green', message: texts.created(item.name) });
      onDone();
    },
  });
}

/** Renames a category or tag, based on a version. */
export function useRename(shelf: LabelShelf, id: string, onDone: () => void) {
  const texts = useWords().labels;
  const refresh = useRefresh(shelf);
  return useMutation({
    mutationFn: ({ name, alias, etag }: LabelDraft & { readonly etag: string }) =>
      fetchJson(itemPath(shelf, id), isItem(shelf.kind), {
        ...{ method: 'PATCH', ifMatch: etag },
        body: { name: name.trim(), alias: alias.trim() === '' ? null : alias.trim() },
      }),
    async onSuccess({ item }) {
      await refresh();
      notifications.show({ color: 'green', message: texts.saved(item.name) });
      onDone();
    },
  });
}

/** Deletes a category or tag. */
export function useDelete(shelf: LabelShelf, label: Label, onDone: () => void) {
  const texts = useWords().labels;
  const refresh = useRefresh(shelf);
  return useMutation({
    mutationFn: () => sendRequest(itemPath(shelf, label.id), { method: 'DELETE', ...ifMatch(label) }),
    async onSuccess() {
      await refresh(label.id);
      notifications.show({ message: texts.deleted(label.name) });
      onDone();
    },
  });
}

/** Replaces a category or tag with another one everywhere. */
export function useMerge(shelf: LabelShelf, label: Label, onDone: () => void) {
  const texts = useWords().labels;
  const refresh = useRefresh(shelf);
  return useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly name: string }) =>
      fetchJson(`${itemPath(shelf, label.id)}/merge`, isBatchResult, {
        ...{ method: 'POST', ...ifMatch(label) },
        body: { into: id },
      }),
    async onSuccess({ changed }, into) {
      await refresh(label.id);
      notifications.show({ color: 'green', message: texts.merged(label.name, into.name, changed) });
      onDone();
    },
  });
}

/** The current version if somebody else has changed it; null if they have deleted it. */
export function newerVersion(
  error: unknown,
): { readonly name: string; readonly etag: string } | null | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const current = error.problem['current'];
  return isNamed(current) ? { name: current.item.name, etag: current.etag } : null;
}

function isNamed(
  value: unknown,
): value is { readonly etag: string; readonly item: { readonly name: string } } {
  return typeof value === 'object' && value !== null && 'item' in value && 'etag' in value;
}
