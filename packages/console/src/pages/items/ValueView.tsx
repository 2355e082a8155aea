import { Group, Image, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LabelKind, useLabels } from '../../api/labels.ts';
import type { Space } from '../../api/paths.ts';
import { itemQuery } from '../../api/queries.ts';
import { smallPicture } from '../../parts/media/pictureUrl.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage } from '../../words/LanguageProvider.tsx';
import { type Language, wordsOf } from '../../words/languages.ts';
import { bodyLines } from './document/bodyBlocks.ts';
import { isDocument } from './document/Document.ts';
import { fields } from './document/fields.ts';

type ValueProps = { readonly space: Space; readonly path: string; readonly value: unknown };

/** The value of a member in readable form: names instead of IDs, dates instead of numbers. */
export function ValueView({ space, path, value }: ValueProps) {
  const { language } = useLanguage();
  const mediaId = isDocument(value) && typeof value['mediaId'] === 'string' ? value['mediaId'] : undefined;
  if (mediaId !== undefined) return <MediaValue space={space} mediaId={mediaId} />;
  if (path === 'category' || path === 'tags')
    return <LabelValue space={space} kind={path === 'tags' ? 'tag' : 'category'} value={value} />;
  return (
    <Text size="sm" className="value-text">
      {valueText(path, value, language)}
    </Text>
  );
}

const moments = new Set(['reservedAt', 'openingAt', 'closingAt', 'createdAt']);

/** The value of a member as text. */
export function valueText(path: string, value: unknown, language: Language): string {
  if (value === undefined) return '–';
  if (path === 'status') return wordsOf(language).status[value === 'draft' ? 'draft' : 'published'];
  if (typeof value === 'string') return value;
  if (path === 'values.body') return bodyLines(value);
  if (moments.has(path) && fields.openingAt.read({ openingAt: value }) === value && typeof value === 'number')
    return formatDateTime(value, language, timeZone);
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value, null, 2);
}

function MediaValue({ space, mediaId }: { readonly space: Space; readonly mediaId: string }) {
  const { data } = useQuery(itemQuery({ ...space, kind: 'media' }, mediaId));
  const picture = smallPicture(data?.delivered);
  return (
    <Group gap="xs" wrap="nowrap">
      {picture !== undefined && <Image src={picture} alt="" w={128} h={96} fit="cover" radius="sm" />}
      <Text size="sm">{data?.item.name ?? mediaId}</Text>
    </Group>
  );
}

function LabelValue({
  space,
  kind,
  value,
}: {
  readonly space: Space;
  readonly kind: LabelKind;
  readonly value: unknown;
}) {
  const ids =
    kind === 'tag' ? fields.tags.read({ tags: value }) : [fields.category.read({ category: value }) ?? ''];
  const known = ids.filter((id) => id !== '');
  const { options } = useLabels(space, kind, '', known);
  const names = known.map((id) => options.find((option) => option.value === id)?.label ?? id);
  return <Text size="sm">{names.length === 0 ? '–' : names.join(', ')}</Text>;
}
