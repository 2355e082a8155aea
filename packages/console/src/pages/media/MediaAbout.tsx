import { Table } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { formatDuration, formatSize } from '../../parts/media/formatFile.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { useMoment } from './useMoment.ts';

/** What is known of the file. */
export function MediaAbout({ media }: { readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  return (
    <Panel title={texts.about}>
      <Table variant="vertical" layout="fixed" withRowBorders={false}>
        <Table.Tbody>
          {useFacts(media).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w="40%">{texts.facts[name]}</Table.Th>
              <Table.Td className="long-text">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

type FactName = 'id' | 'type' | 'format' | 'size' | 'pixels' | 'duration' | 'changed';

function useFacts(media: ManagedItem<'media'>): readonly (readonly [FactName, string])[] {
  const { texts, kinds, language, moment } = {
    texts: useWords().mediaDetails,
    kinds: useWords().media,
    language: useLanguage().language,
    moment: useMoment(),
  };
  const { delivered, width, height, changedAt, changedBy } = media;
  const { mediaId, type, assets, meta, fileSize, duration } = delivered;
  const number = new Intl.NumberFormat(language);
  const facts: readonly (readonly [FactName, string | undefined])[] = [
    ['id', mediaId],
    ['type', assets === undefined ? kinds[type] : kinds.package],
    ['format', meta?.mimetype],
    ['size', fileSize === undefined ? undefined : formatSize(fileSize, language)],
    [
      'pixels',
      width === undefined || height === undefined
        ? undefined
        : texts.pixels(number.format(width), number.format(height)),
    ],
    ['duration', duration === undefined ? undefined : formatDuration(duration)],
    ['changed', changedAt === undefined ? undefined : texts.changedBy(moment(changedAt), changedBy ?? '?')],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
