import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '../../../time/useNow.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { editorHref, type ItemShelf } from '../useItemShelf.ts';
import { ItemRow } from './ItemRow.tsx';
import type { Row } from './useRows.ts';
import type { Selection } from './useSelection.ts';

type RowListProps = {
  readonly shelf: ItemShelf;
  readonly rows: readonly Row[];
  /** Undefined where nothing can be selected. */
  readonly selection: Selection | undefined;
};

/** The rows of a list, of which only those near the window are made: a thousand are as smooth as twenty. */
export function RowList({ shelf, rows, selection }: RowListProps) {
  const texts = useWords().itemList;
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // Where the list begins changes with what stands above it.
  useLayoutEffect(() => {
    const offset = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(offset - top) > 1) setTop(offset);
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 76,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.item.contentId ?? index,
  });
  return (
    <ul
      ref={list}
      className="item-list"
      aria-label={texts.title[shelf.kind]}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <ItemRow
              row={row}
              href={editorHref(shelf, row.item.contentId)}
              now={now}
              isSelected={selection?.ids.has(row.item.contentId) ?? false}
              onSelect={selection?.toggle}
            />
          </li>
        );
      })}
    </ul>
  );
}
