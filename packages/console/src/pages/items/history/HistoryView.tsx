import { Alert, Loader, Select, SimpleGrid, Stack, Title } from '@mantine/core';
import type { Versions } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { itemPath, type SpacePlace } from '../../../api/places.ts';
import { Trouble } from '../../../parts/Trouble.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Editing } from '../editor/useEditing.ts';
import type { ItemShelf } from '../useItemShelf.ts';
import { DiffView } from './DiffView.tsx';
import { EditionList } from './EditionList.tsx';
import { type Edition, historyOf } from './historyOf.ts';
import { useRestore } from './useRestore.ts';

type HistoryProps = { readonly shelf: ItemShelf; readonly editing: Editing; readonly mayEdit: boolean };

/** What an item was: every version, any two compared, and the way back. */
export function HistoryView({ shelf, editing, mayEdit }: HistoryProps) {
  const texts = useWords().history;
  const { contentId = '', work } = editing;
  const path = `${itemPath(shelf, contentId)}/versions`;
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => ask<Versions>(path, { signal }),
  });
  const restore = useRestore(shelf, editing);
  const [pair, setPair] = useState<Pair>();
  if (error) return <Trouble error={error} onRetry={refetch} />;
  if (data === undefined || work.base === undefined) return <Loader />;
  const history = historyOf(work.base, data);
  return (
    <Stack gap="md">
      {restore.error && <Trouble error={restore.error} />}
      {mayEdit && work.isDirty && <Alert color="yellow">{texts.dirty}</Alert>}
      {history.length > 1 && (
        <Comparison space={shelf} history={history} pair={pair ?? newestPair(history)} onChange={setPair} />
      )}
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <EditionList
        history={history}
        onCompare={(edition) => {
          const before = history[history.indexOf(edition) + 1] ?? edition;
          setPair({ from: before.version, to: edition.version });
          document.getElementById(comparisonId)?.focus();
        }}
        onRestore={mayEdit && !work.isDirty ? restore.ask : undefined}
      />
    </Stack>
  );
}

const comparisonId = 'comparison';

type Pair = { readonly from: number; readonly to: number };

function newestPair(history: readonly Edition[]): Pair {
  return { from: history[1]?.version ?? 0, to: history[0]?.version ?? 0 };
}

function Comparison({
  space,
  history,
  pair,
  onChange,
}: {
  readonly space: SpacePlace;
  readonly history: readonly Edition[];
  readonly pair: Pair;
  readonly onChange: (pair: Pair) => void;
}) {
  const texts = useWords().history;
  const data = history.map(({ version }) => ({ value: `${version}`, label: texts.version(version) }));
  const find = (number: number) => history.find(({ version }) => version === number);
  const [from, to] = [find(pair.from), find(pair.to)];
  return (
    <Stack gap="sm">
      <Title order={2} size="h4" id={comparisonId} tabIndex={-1}>
        {texts.compareTitle}
      </Title>
      <SimpleGrid cols={2} maw={420}>
        {(['from', 'to'] as const).map((side) => (
          <Select
            key={side}
            label={texts[side]}
            data={data}
            value={`${pair[side]}`}
            onChange={(value) => onChange({ ...pair, [side]: Number(value) })}
            allowDeselect={false}
          />
        ))}
      </SimpleGrid>
      {from && to && <DiffView space={space} before={from.item} after={to.item} />}
    </Stack>
  );
}
