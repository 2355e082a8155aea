import { notifications } from '@mantine/notifications';
import type { FixedOrder } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFixedOrder } from '../../../api/checks.ts';
import { type ItemShelf, instancePath } from '../../../api/paths.ts';
import { ApiError, sendRequest } from '../../../api/request.ts';
import { useErrorText } from '../../../parts/describeError.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Row } from './useRows.ts';

type SeenOrder = FixedOrder & { readonly etag: string };
type NewOrder = { readonly contentIds: readonly string[]; readonly etag: string };

/** The fixed order of banners, and how rows are moved in it. */
export type BannerOrder = {
  readonly rows: readonly Row[];
  /** How many rows have a place; the others follow. */
  readonly placed: number;
  readonly move: (from: number, to: number) => void;
};

/** Lets rows be moved, if they are listed in their fixed order and all of them are; undefined otherwise. */
export function useBannerOrder(
  shelf: ItemShelf,
  rows: readonly Row[],
  isOn: boolean,
): BannerOrder | undefined {
  const texts = useWords().listTable;
  const describe = useErrorText();
  const client = useQueryClient();
  const path = `${instancePath(shelf)}/order`;
  const { data } = useQuery({
    queryKey: ['order', path],
    queryFn: () => fetchOrder(path),
    enabled: isOn,
  });
  /** What was moved, until the list says so, too. */
  const [moved, setMoved] = useState<readonly string[]>();
  const { mutate } = useMutation({
    mutationFn: async ({ contentIds, etag }: NewOrder) =>
      readOrder(await sendRequest(path, { method: 'PUT', body: { contentIds }, ifMatch: etag })),
    onSuccess: (order) => client.setQueryData(['order', path], order),
    onError: (error) => {
      const isStale = error instanceof ApiError && error.problem.status === 412;
      const { title, message } = describe(error);
      notifications.show(
        isStale ? { color: 'yellow', message: texts.orderChanged } : { color: 'red', title, message },
      );
    },
    onSettled: async () => {
      await Promise.all(
        [['order', path], ['items'], ['overview']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      setMoved(undefined);
    },
  });
  if (!isOn || data === undefined) return undefined;
  const shown = moved === undefined ? rows : sortedBy(rows, moved);
  const placed = new Set(moved ?? data.contentIds);
  return {
    rows: shown,
    placed: placed.size,
    move(from, to) {
      const ids = shown.map(({ item }) => item.contentId);
      const contentIds = orderAfter(ids, placed, from, to);
      if (contentIds === undefined || data === undefined) return;
      setMoved(contentIds);
      // One change after the other: each needs the tag of the one before.
      mutate({ contentIds, etag: client.getQueryData<SeenOrder>(['order', path])?.etag ?? data.etag });
    },
  };
}

/** The IDs that have a place after a row was moved: all down to it. Undefined if nothing moves. */
export function orderAfter(
  ids: readonly string[],
  placed: ReadonlySet<string>,
  from: number,
  to: number,
): readonly string[] | undefined {
  const id = ids[from];
  if (id === undefined || to < 0 || to >= ids.length || from === to) return undefined;
  const next = ids.toSpliced(from, 1).toSpliced(to, 0, id);
  const last = next.reduce((end, each, index) => (placed.has(each) ? index : end), -1);
  return next.slice(0, Math.max(last, to) + 1);
}

function sortedBy(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const place = ({ item }: Row) => places.get(item.contentId) ?? ids.length;
  return rows.toSorted((one, other) => place(one) - place(other));
}

async function fetchOrder(path: string): Promise<SeenOrder> {
  return readOrder(await sendRequest(path, {}));
}

async function readOrder(response: Response): Promise<SeenOrder> {
  const order: unknown = await response.json();
  if (!isFixedOrder(order)) throw new Error('The order is not in the expected format.');
  return { ...order, etag: response.headers.get('etag') ?? '' };
}
