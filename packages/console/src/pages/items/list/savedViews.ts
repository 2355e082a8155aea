import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSharedView, isSharedViews } from '../../../api/checks.ts';
import { type ItemShelf, instancePath, listHref } from '../../../api/paths.ts';
import { fetchJson, sendRequest } from '../../../api/request.ts';
import { useSession } from '../../../api/SessionProvider.tsx';
import { type ColumnName, readColumns } from './columns.ts';

/** A named list: its filters and order as in its address, and its columns. */
export type SavedView = {
  readonly name: string;
  readonly address: string;
  readonly columns: readonly ColumnName[];
};

/** The views that an operator has saved for a list, in this browser. */
export function useSavedViews(shelf: ItemShelf) {
  const { operatorId } = useSession().operator;
  const key = `newsstand-views:${operatorId}:${listHref(shelf)}`;
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)));
  const set = (next: readonly SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  return {
    views,
    /** A view of the same name is replaced. */
    save: (view: SavedView) => set([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => set(views.filter((view) => view.name !== name)),
  };
}

/** The views that all operators of an instance share; editors save and delete them. */
export function useSharedViews(shelf: ItemShelf) {
  const path = `${instancePath(shelf)}/views`;
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['views', path] });
  const { data = [], error } = useQuery({
    queryKey: ['views', path],
    queryFn: ({ signal }) => fetchJson(path, isSharedViews, { signal }),
  });
  const save = useMutation({
    mutationFn: (view: SavedView) => fetchJson(path, isSharedView, { method: 'POST', body: view }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (viewId: string) =>
      sendRequest(`${path}/${encodeURIComponent(viewId)}`, { method: 'DELETE' }),
    onSuccess,
  });
  const views = data.map((view) => ({ ...view, columns: readColumns(view.columns.join(',')) }));
  return { views, error, save, remove };
}

/** The stored views; whatever else was stored is ignored. */
export function readViews(text: string | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readView) : [];
  } catch {
    return [];
  }
}

function readView(value: unknown): readonly SavedView[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, address, columns }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof name !== 'string' || typeof address !== 'string' || !Array.isArray(columns)) return [];
  return [{ name, address, columns: readColumns(columns.join(',')) }];
}
