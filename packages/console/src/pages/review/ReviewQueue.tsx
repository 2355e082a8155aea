import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ProposalView } from '@newsstand/contract/manage';
import { includes } from '@newsstand/contract/manage/plain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import { proposalHref } from '../../api/paths.ts';
import { keyOf, type ProposalsQuery, proposalsQuery } from '../../api/proposals.ts';
import { usePathName, useSession } from '../../api/SessionProvider.tsx';
import { IconClipboardCheck, IconMessage } from '../../icons/icons.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { ProposalBadges, ProposalFacts } from './ProposalFacts.tsx';

const filters = ['waiting', 'mine', 'returned', 'done'] as const;

type Filter = (typeof filters)[number];

const pageSize = 20;

/** Proposals of all places that the operator may see. */
export default function ReviewQueue() {
  const texts = useWords().review;
  const { language } = useLanguage();
  const { operatorId, roles } = useSession().operator;
  const [params, setParams] = useSearchParams();
  const canPublish = roles.some(({ role }) => includes(role, 'editor'));
  const asked = params.get('show');
  const filter = filters.find((each) => each === asked) ?? (canPublish ? 'waiting' : 'mine');
  const page = Math.max(1, Number(params.get('page')) || 1);
  const { data, error, refetch } = useQuery({
    ...proposalsQuery({ ...queryOf(filter, operatorId), page, size: pageSize }),
    placeholderData: keepPreviousData,
  });
  const show = (next: Filter, number = 1) =>
    setParams({ show: next, ...(number > 1 && { page: `${number}` }) });
  return (
    <Stack gap="md">
      <PageHead
        title={texts.title}
        text={texts.text}
        amount={data && texts.amount(data.totalCount.toLocaleString(language), data.totalCount)}
      />
      <SegmentedControl
        className="review-filters"
        aria-label={texts.filter}
        value={filter}
        onChange={(value) => show(filters.find((each) => each === value) ?? 'waiting')}
        data={filters.map((value) => ({ value, label: texts.filters[value] }))}
      />
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data?.list.length === 0 && (
        <EmptyState Icon={IconClipboardCheck} title={texts.empty[filter]} text={texts.emptyText} />
      )}
      {data !== undefined && data.list.length > 0 && <Rows list={data.list} />}
      {data !== undefined && data.totalCount > pageSize && (
        <Group gap="xs">
          <Button variant="default" disabled={page === 1} onClick={() => show(filter, page - 1)}>
            {texts.newer}
          </Button>
          <Button
            variant="default"
            disabled={page * pageSize >= data.totalCount}
            onClick={() => show(filter, page + 1)}
          >
            {texts.older}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function queryOf(filter: Filter, operatorId: string): ProposalsQuery {
  if (filter === 'waiting') return { waiting: 'true' };
  if (filter === 'mine') return { state: 'open', proposedBy: operatorId };
  return { state: filter === 'returned' ? 'returned' : 'published' };
}

/** The proposals. J and K, or the arrow keys, move from one to the other; Enter opens it. */
function Rows({ list }: { readonly list: readonly ProposalView[] }) {
  const texts = useWords().review;
  const rows = useRef<HTMLUListElement>(null);
  const move = (step: number, event: KeyboardEvent) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    // The arrow keys scroll the page until a row has the focus.
    if (at < 0 && event.key.startsWith('Arrow')) return;
    event.preventDefault();
    links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  useHotkeys([
    ['j', (event) => move(1, event), { preventDefault: false }],
    ['k', (event) => move(-1, event), { preventDefault: false }],
    ['ArrowDown', (event) => move(1, event), { preventDefault: false }],
    ['ArrowUp', (event) => move(-1, event), { preventDefault: false }],
  ]);
  return (
    <>
      <ul className="review-list" ref={rows} aria-label={texts.list}>
        {list.map((proposal) => (
          <Row key={proposal.proposalId} proposal={proposal} />
        ))}
      </ul>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {texts.keys}
      </Text>
    </>
  );
}

function Row({ proposal }: { readonly proposal: ProposalView }) {
  const texts = useWords().review;
  const pathName = usePathName();
  const { projectId, spaceId, instanceId, name, message, comments } = proposal;
  return (
    <li>
      <div className="review-row-head">
        <Link href={proposalHref(keyOf(proposal))} className="review-name">
          {name}
        </Link>
        <ProposalBadges proposal={proposal} size="sm" />
      </div>
      <Text size="xs" c="dimmed">
        {pathName({ projectId, spaceId, instanceId })} · {texts.types[proposal.type]}
      </Text>
      <ProposalFacts proposal={proposal} />
      {message !== undefined && (
        <Text size="sm" lineClamp={2} className="review-text">
          {message}
        </Text>
      )}
      {comments > 0 && (
        <Text size="xs" c="dimmed" className="review-count">
          <IconMessage size={14} aria-hidden /> {texts.commentCount(comments)}
        </Text>
      )}
    </li>
  );
}
