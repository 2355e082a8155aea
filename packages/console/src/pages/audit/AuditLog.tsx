import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { AuditView } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { ask } from '../../api/ask.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { zoneName } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AuditDays } from './AuditDays.tsx';
import { AuditFilters } from './AuditFilters.tsx';

/** Who did what, when. */
export default function AuditLog() {
  const texts = useWords().audit;
  const isOwner = useSession().operator.roles.some(({ role }) => role === 'owner');
  return (
    <Stack>
      <PageHead title={texts.title} text={`${texts.text} ${texts.zone(zoneName(Date.now(), timeZone))}`}>
        {isOwner && (
          <Button
            component="a"
            href={`${manageRoot}/audit.ndjson`}
            download
            variant="light"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {texts.download}
          </Button>
        )}
      </PageHead>
      {isOwner ? <Entries /> : <Alert color="gray">{texts.ownersOnly}</Alert>}
    </Stack>
  );
}

const pageSize = 100;
const filterNames = ['projectId', 'by', 'target'] as const;

function useEntries(params: URLSearchParams) {
  const filter = Object.fromEntries(filterNames.map((name) => [name, params.get(name) || undefined]));
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      ask<{ list: AuditView[] }>('/audit', {
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
      {log.error && <Trouble error={log.error} onRetry={log.refetch} />}
      {log.isPending && <Loader />}
      {log.data && entries.length === 0 && <Text>{`${params}` === '' ? texts.empty : texts.nothing}</Text>}
      <AuditDays entries={entries} />
      {log.hasNextPage && <More onMore={log.fetchNextPage} isLoading={log.isFetching} />}
      {!log.hasNextPage && entries.length > pageSize && <Text c="dimmed">{texts.end}</Text>}
    </>
  );
}

/** Older entries come by themselves when the end of the list comes near, or when asked for. */
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
