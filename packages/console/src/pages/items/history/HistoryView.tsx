import {
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isItem, isVersions } from '../../../api/checks.ts';
import { type ItemShelf, itemPath, type SpacePlace } from '../../../api/places.ts';
import { fetchJson } from '../../../api/request.ts';
import { askFirst } from '../../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { StateChip } from '../../../parts/StateChip.tsx';
import { formatMoment } from '../../../time/formatMoment.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Difference, type Document, differences } from '../document/Document.ts';
import { diffWords } from '../document/diffWords.ts';
import { memberName } from '../document/fields.ts';
import { takesOffSite, timesOf } from '../document/publication.ts';
import { type Editing, useRefresh } from '../editor/useEditing.ts';
import { ValueView, valueText } from '../ValueView.tsx';
import { type Edition, historyOf } from './historyOf.ts';

type HistoryProps = { readonly shelf: ItemShelf; readonly editing: Editing; readonly mayEdit: boolean };

/** What an item was: every version, any two compared, and the way back. */
export function HistoryView({ shelf, editing, mayEdit }: HistoryProps) {
  const texts = useWords().history;
  const { contentId = '', work } = editing;
  const path = `${itemPath(shelf, contentId)}/versions`;
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => fetchJson(path, isVersions, { signal }),
  });
  const restore = useRestore(shelf, editing);
  const [pair, setPair] = useState<Pair>();
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (data === undefined || work.base === undefined) return <Loader />;
  const history = historyOf(work.base, data);
  return (
    <Stack gap="md">
      {restore.error && <ErrorAlert error={restore.error} />}
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

type ListProps = {
  readonly history: readonly Edition[];
  readonly onCompare: (edition: Edition) => void;
  /** Undefined where nothing can be restored. */
  readonly onRestore: ((edition: Edition) => void) | undefined;
};

/** Every version: who, when, and what it changed. */
function EditionList({ history, onCompare, onRestore }: ListProps) {
  const texts = useWords().history;
  return (
    <Stack gap="xs" component="ol" className="plain-list">
      {history.map((edition) => (
        <Paper key={edition.version} withBorder p="sm" component="li">
          <Group justify="space-between" align="flex-start" gap="sm">
            <EditionFacts edition={edition} />
            <Group gap="xs">
              {edition.changes && (
                <Button size="compact-sm" variant="default" onClick={() => onCompare(edition)}>
                  {texts.compare}
                </Button>
              )}
              {!edition.isCurrent && onRestore && (
                <Button
                  size="compact-sm"
                  variant="light"
                  aria-label={texts.restoreOf(edition.version)}
                  onClick={() => onRestore(edition)}
                >
                  {texts.restore}
                </Button>
              )}
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function EditionFacts({ edition }: { readonly edition: Edition }) {
  const texts = useWords().history;
  const { language } = useLanguage();
  const { version, at, by, item, isCurrent, isReturn } = edition;
  const when = at === undefined ? undefined : formatMoment(at, language, timeZone);
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{texts.version(version)}</Text>
        {isCurrent && (
          <Badge variant="default" tt="none">
            {texts.current}
          </Badge>
        )}
        <StateChip state={stateAt(timesOf(item), Date.now())} size="sm" />
      </Group>
      <Text size="sm" c="dimmed">
        {[when, by === undefined ? undefined : texts.by(by)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">{isReturn ? texts.isReturn : <Changes edition={edition} />}</Text>
    </div>
  );
}

function Changes({ edition: { version, changes } }: { readonly edition: Edition }) {
  const texts = useWords().history;
  const names = useWords().members;
  if (changes === undefined) return version === 1 ? texts.created : texts.unknown;
  if (changes.length === 0) return texts.unchanged;
  return texts.changed([...new Set(changes.map(({ path }) => memberName(path, names)))].join(', '));
}

type DiffProps = { readonly space: SpacePlace; readonly before: Document; readonly after: Document };

/** What differs between two versions, member by member. */
function DiffView({ space, before, after }: DiffProps) {
  const texts = useWords().history;
  const names = useWords().members;
  const found = differences(before, after);
  if (found.length === 0) return <Text size="sm">{texts.same}</Text>;
  return (
    <Stack gap="sm">
      {found.map((difference) => (
        <Paper key={difference.path} withBorder p="sm">
          <Text size="sm" fw={600} mb={4}>
            {memberName(difference.path, names)}
          </Text>
          {isWordy(difference) ? (
            <TextDiff {...difference} />
          ) : (
            <Group gap="sm" align="center">
              <ValueView space={space} path={difference.path} value={difference.before} />
              <Text aria-hidden>→</Text>
              <ValueView space={space} path={difference.path} value={difference.after} />
            </Group>
          )}
        </Paper>
      ))}
    </Stack>
  );
}

const named = new Set(['category', 'tags', 'values.thumbnail', 'values.image', 'status']);

/** Whether both sides are texts, or are best read as such. */
function isWordy({ path, before, after }: Difference): boolean {
  return !named.has(path) && before !== undefined && after !== undefined && typeof after !== 'number';
}

function TextDiff({ path, before, after }: Difference) {
  const { language } = useLanguage();
  const parts = diffWords(valueText(path, before, language), valueText(path, after, language));
  return (
    <Text size="sm" component="div" className="value-text">
      {parts.map(({ type, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and are never moved.
        if (type === 'added') return <ins key={at}>{text}</ins>;
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        if (type === 'removed') return <del key={at}>{text}</del>;
        return text;
      })}
    </Text>
  );
}

/** Makes an item what it was, after asking. */
function useRestore(shelf: ItemShelf, { contentId = '', work }: Editing) {
  const texts = useWords().history;
  const refresh = useRefresh();
  const { mutate, error } = useMutation({
    mutationFn: (version: number) =>
      fetchJson(`${itemPath(shelf, contentId)}/versions/${version}/restore`, isItem(shelf.kind), {
        method: 'POST',
        ifMatch: work.base?.etag,
      }),
    onSuccess: async (restored, version) => {
      work.begin(restored);
      await refresh(shelf, restored);
      notifications.show({ color: 'green', message: texts.restored(version) });
    },
  });
  const askThen = async ({ version, item }: Edition) => {
    const isOff = takesOffSite(work.base?.item, item, Date.now());
    const text = isOff ? `${texts.restoreOff} ${texts.restoreText}` : texts.restoreText;
    const labels = { confirm: texts.restore, cancel: texts.cancel, isDanger: isOff };
    if (await askFirst({ title: texts.restoreTitle(version), text, ...labels })) mutate(version);
  };
  return { ask: (edition: Edition) => void askThen(edition), error };
}
