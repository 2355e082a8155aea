import {
  Alert,
  Anchor,
  Autocomplete,
  Button,
  Group,
  Menu,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedCallback, useIntersection } from '@mantine/hooks';
import type { AuditView } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { isAuditPage, isOperators } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { isProjectOwner, useProjects, useSession } from '../../api/SessionProvider.tsx';
import { IconDownload } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDay, formatTime, zoneName } from '../../time/formatDateTime.ts';
import { addDays, fromWallClock, timeZone, wallClock } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { auditHref, auditNotes, auditSentence } from './auditSentence.ts';

/** Who did what, and when. */
export default function AuditLog() {
  const texts = useWords().audit;
  const isOwner = useSession().operator.roles.some(isProjectOwner);
  return (
    <Stack>
      <PageHead title={texts.title} text={`${texts.text} ${texts.zone(zoneName(Date.now(), timeZone))}`}>
        {isOwner && <Downloads />}
      </PageHead>
      {isOwner ? <Entries /> : <Alert color="gray">{texts.ownersOnly}</Alert>}
    </Stack>
  );
}

/** Saves what was found, in either format. */
function Downloads() {
  const texts = useWords().audit;
  const [params] = useSearchParams();
  const query = new URLSearchParams(
    Object.entries(searchOf(params)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`]],
    ),
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="light" leftSection={<IconDownload size={18} aria-hidden />}>
          {texts.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['ndjson', 'csv'] as const).map((ending) => (
          <Menu.Item key={ending} component="a" href={`${manageRoot}/audit.${ending}?${query}`} download>
            {texts.downloadAs(ending.toUpperCase())}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const pageSize = 100;
const filterNames = ['projectId', 'by', 'action', 'target', 'text'] as const;

/** What is searched for. Days begin and end in the viewer's time zone. */
function searchOf(params: URLSearchParams): Readonly<Record<string, string | number | undefined>> {
  const day = (name: string, days: number) => {
    const date = params.get(name) ?? '';
    const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
    return isDate ? fromWallClock(addDays(date, days, 0), timeZone) : undefined;
  };
  const filter = Object.fromEntries(filterNames.map((name) => [name, params.get(name) || undefined]));
  return { ...filter, from: day('from', 0), until: day('until', 1) };
}

function useEntries(params: URLSearchParams) {
  const filter = searchOf(params);
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      fetchJson('/audit', isAuditPage, {
        query: { ...filter, size: pageSize, before: pageParam || undefined },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ list }) => (list.length < pageSize ? undefined : list.at(-1)?.number),
    placeholderData: keepPreviousData,
  });
}

function Entries() {
  const texts = useWords().audit;
  const [params, setParams] = useSearchParams();
  const log = useEntries(params);
  const entries = log.data?.pages.flatMap(({ list }) => list) ?? [];
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <>
      <AuditFilters params={params} onChange={change} />
      {log.error && <ErrorAlert error={log.error} onRetry={log.refetch} />}
      {log.isPending && <RowsSkeleton />}
      {log.data && entries.length === 0 && <Text>{`${params}` === '' ? texts.empty : texts.nothing}</Text>}
      <AuditDays entries={entries} />
      {log.hasNextPage && <More onMore={log.fetchNextPage} isLoading={log.isFetching} />}
      {!log.hasNextPage && entries.length > pageSize && <Text c="dimmed">{texts.end}</Text>}
    </>
  );
}

/** Loads older entries when the end of the list comes near, or on request. */
function More({ onMore, isLoading }: { readonly onMore: () => unknown; readonly isLoading: boolean }) {
  const texts = useWords().audit;
  const { ref, entry } = useIntersection({ rootMargin: '400px' });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && !isLoading) onMore();
  }, [isNear, isLoading, onMore]);
  return (
    <Group ref={ref} justify="center">
      <Button variant="light" loading={isLoading} onClick={() => onMore()}>
        {texts.more}
      </Button>
    </Group>
  );
}

type Props = {
  readonly params: URLSearchParams;
  readonly onChange: (name: string, value: string) => void;
};

/** Filters by project, operator, action, target, days and text. */
function AuditFilters({ params, onChange }: Props) {
  const texts = useWords().audit;
  const owned = useProjects().filter(({ role }) => role === 'owner');
  const select = (
    name: 'projectId' | 'action',
    label: string,
    all: string,
    data: readonly [string, string][],
  ) => (
    <Select
      label={label}
      data={[{ value: '', label: all }, ...data.map(([value, text]) => ({ value, label: text }))]}
      value={params.get(name) ?? ''}
      onChange={(value) => onChange(name, value ?? '')}
      allowDeselect={false}
    />
  );
  const day = (name: 'from' | 'until', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={params.get(name) ?? ''}
      onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
    />
  );
  return (
    <SimpleGrid role="search" aria-label={texts.filters} cols={{ base: 2, md: 4 }} spacing="sm">
      <TypedFilter name="text" label={texts.search} hint={texts.searchHint} {...{ params, onChange }} />
      {select(
        'projectId',
        texts.project,
        texts.anyProject,
        owned.map(({ projectId }) => [projectId, projectId]),
      )}
      <OperatorFilter params={params} onChange={onChange} />
      {select('action', texts.action, texts.anyAction, actionsOf(params, texts.groups))}
      <TypedFilter name="target" label={texts.target} hint={texts.targetHint} {...{ params, onChange }} />
      {day('from', texts.fromDay)}
      {day('until', texts.untilDay)}
    </SimpleGrid>
  );
}

/** The kinds of actions; an address may ask for a single action. */
function actionsOf(params: URLSearchParams, groups: Readonly<Record<string, string>>): [string, string][] {
  const asked = params.get('action') ?? '';
  const other: [string, string][] = asked === '' || Object.hasOwn(groups, asked) ? [] : [[asked, asked]];
  return [...Object.entries(groups), ...other];
}

const typingMilliseconds = 300;

function OperatorFilter({ params, onChange }: Props) {
  const texts = useWords().audit;
  const operators = useQuery({
    queryKey: ['operators'],
    queryFn: () => fetchJson('/operators', isOperators),
  });
  const [text, setText] = useState(params.get('by') ?? '');
  const changeLater = useDebouncedCallback((value: string) => onChange('by', value), typingMilliseconds);
  return (
    <Autocomplete
      label={texts.by}
      placeholder={texts.byHint}
      data={[...(operators.data ?? []).map(({ operatorId }) => operatorId), 'command line', 'nobody']}
      value={text}
      onChange={(value) => {
        setText(value);
        changeLater(value.trim());
      }}
      autoCapitalize="none"
    />
  );
}

type TypedProps = Props & {
  readonly name: 'target' | 'text';
  readonly label: string;
  readonly hint: string;
};

function TypedFilter({ params, onChange, name, label, hint }: TypedProps) {
  const [text, setText] = useState(params.get(name) ?? '');
  const changeLater = useDebouncedCallback((value: string) => onChange(name, value), typingMilliseconds);
  return (
    <TextInput
      label={label}
      placeholder={hint}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        changeLater(currentTarget.value.trim());
      }}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
    />
  );
}

/** Entries grouped by day. */
function AuditDays({ entries }: { readonly entries: readonly AuditView[] }) {
  const { language } = useLanguage();
  const days = Map.groupBy(entries, ({ at }) => wallClock(at, timeZone).slice(0, 10));
  return [...days].map(([date, list]) => (
    <Stack key={date} gap={4} component="section">
      <Title order={2} size="h5">
        {formatDay(date, language, true)}
      </Title>
      <ol className="audit-list">
        {list.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
    </Stack>
  ));
}

function Entry({ entry }: { readonly entry: AuditView }) {
  const { language } = useLanguage();
  const nameOf = useActorName();
  const href = auditHref(entry);
  const path = [entry.projectId, entry.target].filter((part) => part !== undefined).join(': ');
  return (
    <li>
      <time dateTime={new Date(entry.at).toISOString()}>{formatTime(entry.at, language, timeZone)}</time>
      <div>
        <Text size="sm">{auditSentence(entry, language, nameOf)}</Text>
        <Text size="xs" c="dimmed">
          {href === undefined ? (
            path
          ) : (
            <Anchor component={Link} href={href} inherit>
              {path}
            </Anchor>
          )}
          {auditNotes(entry, language).map((note) => ` · ${note}`)}
        </Text>
      </div>
    </li>
  );
}
