import { Checkbox, UnstyledButton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { editorHref, type ItemShelf } from '../../../api/paths.ts';
import { IconArrowDown, IconArrowUp } from '../../../icons/icons.tsx';
import { useNow } from '../../../time/useNow.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ColumnName, columnSorts, gridOf } from './columns.ts';
import { type ListState, sorts } from './listState.ts';
import { RowCells } from './RowCells.tsx';
import type { BannerOrder } from './useBannerOrder.ts';
import { useRowDrag } from './useRowDrag.ts';
import type { Row } from './useRows.ts';
import type { Selection } from './useSelection.ts';

type RowListProps = {
  readonly shelf: ItemShelf;
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnName[];
  readonly list: ListState;
  readonly onSort: (change: Pick<ListState, 'sort' | 'isReversed'>) => void;
  /** Undefined if nothing can be selected. */
  readonly selection: Selection | undefined;
  /** Undefined if rows can't be moved. */
  readonly order: BannerOrder | undefined;
};

/** The rows of a list. Only those near the viewport are rendered, so a thousand scroll as smoothly as twenty. */
export function RowList({ shelf, rows, columns, list, onSort, selection, order }: RowListProps) {
  const texts = useWords().itemList;
  const now = useNow();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const { drag, handle } = useRowDrag(order?.move ?? (() => {}));
  // The offset of the list depends on what is above it.
  useLayoutEffect(() => {
    const offset = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(offset - top) > 1) setTop(offset);
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 48,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.item.contentId ?? index,
  });
  const before = [...(order ? ['1.25rem'] : []), ...(selection ? ['1.25rem'] : []), '44px'];
  const grid = { gridTemplateColumns: gridOf(columns, before) };
  if (rows.length === 0) return null;
  return (
    <table
      className="item-table"
      data-ordered={order !== undefined || undefined}
      aria-label={texts.title[shelf.kind]}
      aria-rowcount={rows.length + 1}
      onKeyDown={moveFocus}
    >
      <Heads {...{ columns, grid, list, onSort, rows, selection }} hasHandles={order !== undefined} />
      <tbody ref={body} className="item-rows" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <tr
              key={key}
              ref={virtualizer.measureElement}
              className="item-row"
              aria-rowindex={index + 2}
              data-index={index}
              data-selected={selection?.ids.has(row.item.contentId) || undefined}
              data-loose={(order !== undefined && index >= order.placed) || undefined}
              data-dragged={drag?.from === index || undefined}
              data-drop={dropSide(drag, index)}
              style={{ ...grid, transform: `translateY(${start - top}px)` }}
            >
              <RowCells
                row={row}
                columns={columns}
                href={editorHref(shelf, row.item.contentId)}
                now={now}
                isSelected={selection?.ids.has(row.item.contentId) ?? false}
                onSelect={selection?.toggle}
                handle={order && handle(index)}
              />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function dropSide(
  drag: { readonly from: number; readonly to: number } | undefined,
  index: number,
): 'above' | 'below' | undefined {
  if (drag === undefined || drag.to !== index || drag.from === drag.to) return undefined;
  return drag.to < drag.from ? 'above' : 'below';
}

/** The arrow keys move from title to title. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const { target, currentTarget } = event;
  if (step === 0 || !(target instanceof HTMLElement) || !target.matches('a.item-title')) return;
  const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index']) + step;
  const link = currentTarget.querySelector<HTMLElement>(`[data-index="${index}"] a.item-title`);
  if (link === null) return;
  event.preventDefault();
  link.focus();
}

type HeadsProps = Pick<RowListProps, 'columns' | 'list' | 'onSort' | 'rows' | 'selection'> & {
  readonly hasHandles: boolean;
  readonly grid: { readonly gridTemplateColumns: string };
};

/** The headings; those that can be sorted by are buttons. */
function Heads({ columns, hasHandles, grid, list, onSort, rows, selection }: HeadsProps) {
  const texts = useWords().listTable;
  return (
    <thead>
      <tr className="item-row item-heads" style={grid}>
        {hasHandles && <td />}
        {selection && (
          <td>
            <SelectAll rows={rows} selection={selection} />
          </td>
        )}
        <td />
        {(['title', ...columns] as const).map((name) => {
          const sort = columnSorts[name];
          const isSorted = sort === list.sort;
          const isAscending = sort !== undefined && sorts[sort].endsWith('asc') !== list.isReversed;
          const Icon = isAscending ? IconArrowUp : IconArrowDown;
          const label = texts.heads[name];
          return (
            <th
              key={name}
              scope="col"
              aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
            >
              {sort === undefined ? (
                label
              ) : (
                <UnstyledButton
                  className="item-head"
                  data-sorted={isSorted || undefined}
                  onClick={() => onSort({ sort, isReversed: isSorted && !list.isReversed })}
                >
                  {label}
                  {isSorted && <Icon size={14} aria-hidden />}
                </UnstyledButton>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SelectAll({ rows, selection }: { readonly rows: readonly Row[]; readonly selection: Selection }) {
  const { selectAll } = useWords().itemList;
  const amount = selection.ids.size;
  const isAll = amount > 0 && amount === rows.length;
  return (
    <Checkbox
      size="xs"
      aria-label={selectAll}
      checked={isAll}
      indeterminate={amount > 0 && !isAll}
      onChange={() => selection.set(isAll ? [] : rows.map(({ item }) => item.contentId))}
    />
  );
}
