import { Anchor, Badge, Checkbox, Group, Text } from '@mantine/core';
import type { Banner, Media, News } from '@newsstand/contract';
import { IconPhoto } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { editorHref, type ItemShelf } from '../../../api/paths.ts';
import { smallPicture } from '../../../parts/media/pictureUrl.ts';
import { StateBadge } from '../../../parts/StateBadge.tsx';
import { describeNext } from '../../../time/describeTimes.ts';
import { formatDistance, formatLocalDateTime } from '../../../time/formatDateTime.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Row } from './useRows.ts';
import type { Selection } from './useSelection.ts';

type RowListProps = {
  readonly shelf: ItemShelf;
  readonly rows: readonly Row[];
  /** Undefined if nothing can be selected. */
  readonly selection: Selection | undefined;
};

/** The rows of a list. Only those near the viewport are rendered, so a thousand scroll as smoothly as twenty. */
export function RowList({ shelf, rows, selection }: RowListProps) {
  const texts = useWords().itemList;
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The offset of the list depends on what is above it.
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

type RowProps = {
  readonly row: Row;
  readonly href: string;
  readonly now: number;
  readonly isSelected: boolean;
  /** Undefined if nothing can be selected. */
  readonly onSelect: ((contentId: string, isRange: boolean) => void) | undefined;
};

/** One item of a list; a card on a phone. */
const ItemRow = memo(function ItemRow({ row: { item, state }, href, now, isSelected, onSelect }: RowProps) {
  const texts = useWords().itemList;
  const { language } = useLanguage();
  const name = item.values.title || item.name || texts.untitled;
  const next = describeNext(item, now, language, timeZone);
  return (
    <div className="item-row" data-selected={isSelected || undefined}>
      {onSelect && (
        <Checkbox
          className="item-check"
          aria-label={texts.select(name)}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(item.contentId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      )}
      <RowPicture media={mediaOf(item)} />
      <div className="item-name">
        <Anchor component={Link} href={href} fw={600} className="item-title">
          {name}
        </Anchor>
        {item.name !== name && item.name !== '' && (
          <Text size="xs" c="dimmed" truncate>
            {item.name}
          </Text>
        )}
        <RowLabels item={item} />
      </div>
      <div className="item-state">
        <StateBadge state={state ?? stateAt(item, now)} />
        {next !== undefined && (
          <Text size="xs" c="dimmed">
            {next}
          </Text>
        )}
      </div>
      <Text
        size="xs"
        c="dimmed"
        className="item-updated"
        title={formatLocalDateTime(item.updatedAt, language, timeZone)}
      >
        {texts.updated(formatDistance(item.updatedAt, now, language, timeZone))}
      </Text>
    </div>
  );
});

function RowLabels({ item }: { readonly item: News | Banner }) {
  const category = 'category' in item ? item.category : undefined;
  const tags = 'tags' in item ? (item.tags ?? []) : [];
  if (category === undefined && tags.length === 0) return null;
  return (
    <Group gap={4} mt={2}>
      {category && (
        <Badge size="sm" variant="default" tt="none" radius="sm">
          {category.name}
        </Badge>
      )}
      {tags.map(({ tagId, name }) => (
        <Text key={tagId} span size="xs" c="dimmed">
          #{name}
        </Text>
      ))}
    </Group>
  );
}

function RowPicture({ media }: { readonly media: Media | undefined }) {
  const url = smallPicture(media);
  return (
    <div className="item-picture">
      {url === undefined ? (
        <IconPhoto size={20} aria-hidden />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" />
      )}
    </div>
  );
}

function mediaOf({ values }: News | Banner): Media | undefined {
  const picture = 'thumbnail' in values ? values.thumbnail : 'image' in values ? values.image : undefined;
  return picture?.media;
}
