import { Anchor, Badge, Checkbox, Text, UnstyledButton } from '@mantine/core';
import type { Banner, Media, News } from '@newsstand/contract';
import { type HTMLAttributes, memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { IconGripVertical, IconPhoto } from '../../../icons/icons.tsx';
import { smallPicture } from '../../../parts/media/pictureUrl.ts';
import { StateBadge } from '../../../parts/StateBadge.tsx';
import { useActorName } from '../../../parts/useActorName.ts';
import { describeNext } from '../../../time/describeTimes.ts';
import { formatDistance, formatLocalDateTime, formatRelative } from '../../../time/formatDateTime.ts';
import { liveTime, stateAt } from '../../../time/liveTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { ColumnName } from './columns.ts';
import type { Row } from './useRows.ts';

type RowProps = {
  readonly row: Row;
  readonly columns: readonly ColumnName[];
  readonly href: string;
  readonly now: number;
  readonly isSelected: boolean;
  /** Undefined if nothing can be selected. */
  readonly onSelect: ((contentId: string, isRange: boolean) => void) | undefined;
  /** What moves the row; undefined if it can't be moved. */
  readonly handle: HTMLAttributes<HTMLButtonElement> | undefined;
};

/** The cells of one item of a list. */
export const RowCells = memo(function RowCells(props: RowProps) {
  const { row, columns, href, now, isSelected, onSelect, handle } = props;
  const { item } = row;
  const texts = useWords().itemList;
  const table = useWords().listTable;
  const name = item.values.title || item.name || texts.untitled;
  return (
    <>
      {handle && (
        <td className="item-move">
          <UnstyledButton
            className="item-handle"
            aria-label={table.move(name)}
            title={table.moveHint}
            {...handle}
          >
            <IconGripVertical size={18} aria-hidden />
          </UnstyledButton>
        </td>
      )}
      {onSelect && (
        <td className="item-check">
          <Checkbox
            size="xs"
            aria-label={texts.select(name)}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(item.contentId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </td>
      )}
      <td className="item-picture">
        <RowPicture media={mediaOf(item)} />
      </td>
      <td className="item-name">
        <Anchor component={Link} href={href} fw={600} className="item-title" title={name}>
          {name}
        </Anchor>
        {item.name !== name && item.name !== '' && (
          <Text size="xs" c="dimmed" truncate>
            {item.name}
          </Text>
        )}
      </td>
      {columns.map((column) => (
        <td key={column} className={`item-cell item-${column}`}>
          <Cell column={column} row={row} now={now} />
        </td>
      ))}
    </>
  );
});

function Cell({
  column,
  row,
  now,
}: {
  readonly column: ColumnName;
  readonly row: Row;
  readonly now: number;
}): ReactNode {
  const { language } = useLanguage();
  const nameOf = useActorName();
  const { item } = row;
  const { from, until } = liveTime(item);
  switch (column) {
    case 'state':
      return <StateCell row={row} now={now} />;
    case 'category':
      return 'category' in item && item.category ? (
        <Badge variant="default" tt="none" radius="sm" size="sm">
          {item.category.name}
        </Badge>
      ) : null;
    case 'tags':
      return 'tags' in item ? item.tags?.map(({ name }) => `#${name}`).join(' ') : null;
    case 'author':
      return row.changedBy === undefined ? null : nameOf(row.changedBy);
    case 'changed': {
      const at = row.changedAt ?? item.updatedAt;
      return (
        <time dateTime={new Date(at).toISOString()} title={formatLocalDateTime(at, language, timeZone)}>
          {formatDistance(at, now, language, timeZone)}
        </time>
      );
    }
    case 'opens':
      return Number.isFinite(from) ? formatLocalDateTime(from, language, timeZone) : null;
    case 'closes':
      return Number.isFinite(until) ? formatLocalDateTime(until, language, timeZone) : null;
  }
}

function StateCell({
  row: { item, state, missing, next: waiting },
  now,
}: {
  readonly row: Row;
  readonly now: number;
}) {
  const { language } = useLanguage();
  const table = useWords().listTable;
  const next = describeNext(item, now, language, timeZone);
  return (
    <>
      <StateBadge size="sm" state={state ?? stateAt(item, now)} />
      {missing !== undefined && missing.length > 0 && (
        <Badge size="sm" variant="light" color="orange" tt="none">
          {table.incomplete}
        </Badge>
      )}
      {waiting !== undefined && (
        <Badge size="sm" variant="outline" tt="none">
          {waiting.takesOverAt === undefined
            ? table.waiting
            : table.goesLive(formatRelative(waiting.takesOverAt, now, language, timeZone))}
        </Badge>
      )}
      {next !== undefined && (
        <Text size="xs" c="dimmed" truncate title={next}>
          {next}
        </Text>
      )}
    </>
  );
}

function RowPicture({ media }: { readonly media: Media | undefined }) {
  const url = smallPicture(media);
  return url === undefined ? (
    <IconPhoto size={16} aria-hidden />
  ) : (
    <img src={url} alt="" loading="lazy" decoding="async" />
  );
}

function mediaOf({ values }: News | Banner): Media | undefined {
  const picture = 'thumbnail' in values ? values.thumbnail : 'image' in values ? values.image : undefined;
  return picture?.media;
}
