import { Anchor, Badge, Checkbox, Group, Text } from '@mantine/core';
import type { Banner, Media, News } from '@newsstand/contract';
import { IconPhoto } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { StateChip } from '../../../parts/StateChip.tsx';
import { describeNext } from '../../../time/describeTimes.ts';
import { formatClock, formatDistance } from '../../../time/formatMoment.ts';
import { timeZone } from '../../../time/here.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { smallPicture } from '../pictureUrl.ts';
import type { Row } from './useRows.ts';

type RowProps = {
  readonly row: Row;
  readonly href: string;
  readonly now: number;
  readonly isSelected: boolean;
  /** Undefined where nothing can be selected. */
  readonly onSelect: ((contentId: string, isRange: boolean) => void) | undefined;
};

/** One item of a list; on a phone a card. */
export const ItemRow = memo(function ItemRow({
  row: { item, state },
  href,
  now,
  isSelected,
  onSelect,
}: RowProps) {
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
        <StateChip state={state ?? stateAt(item, now)} />
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
        title={formatClock(item.updatedAt, language, timeZone)}
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
