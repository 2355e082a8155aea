import { Anchor, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ProposalView } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { isRecentItems } from '../../api/checks.ts';
import { editorHref, proposalHref, type Space, spacePath } from '../../api/paths.ts';
import { keyOf, useReturned, useWaiting } from '../../api/proposals.ts';
import { fetchJson } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StateBadge } from '../../parts/StateBadge.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** What waits for the review of this operator, and what came back to them, in all places. */
export function ReviewDesk() {
  const texts = useWords().reviewDesk;
  const { operatorId } = useSession().operator;
  const { data: waiting } = useWaiting();
  const { data: returned } = useReturned(operatorId);
  if (!waiting?.totalCount && !returned?.length) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {waiting !== undefined && waiting.totalCount > 0 && (
        <Panel title={texts.waiting}>
          <ProposalList list={waiting.list} total={waiting.totalCount} />
        </Panel>
      )}
      {returned !== undefined && returned.length > 0 && (
        <Panel title={texts.returned}>
          <ProposalList list={returned} />
        </Panel>
      )}
    </SimpleGrid>
  );
}

function ProposalList({
  list,
  total = 0,
}: {
  readonly list: readonly ProposalView[];
  readonly total?: number;
}) {
  const texts = useWords().reviewDesk;
  const { language } = useLanguage();
  const now = useNow();
  const nameOf = useActorName();
  return (
    <>
      <ul className="desk-list">
        {list.map((proposal) => {
          const { proposalId, name, proposedBy, proposedAt, closedBy, closedAt } = proposal;
          const when = formatDistance(closedAt ?? proposedAt, now, language, timeZone);
          return (
            <li key={proposalId}>
              <Anchor component={Link} href={hrefOf(proposal)} size="sm" className="desk-name">
                {name}
              </Anchor>
              <Text component="span" size="xs" c="dimmed" className="desk-when">
                {texts.by(nameOf(closedBy ?? proposedBy), when)}
              </Text>
            </li>
          );
        })}
      </ul>
      {total > list.length && (
        <Anchor component={Link} href="/review" size="sm">
          {texts.all(total.toLocaleString(language))}
        </Anchor>
      )}
    </>
  );
}

/** What came back is changed next; what waits is looked at. */
function hrefOf(proposal: ProposalView): string {
  const { shelf, contentId, proposalId } = keyOf(proposal);
  return proposal.state === 'returned'
    ? editorHref(shelf, contentId)
    : proposalHref({ shelf, contentId, proposalId });
}

/** What an editor goes on with: their own drafts, and what was changed lately. */
export function Desk({ space }: { readonly space: Space }) {
  const texts = useWords().desk;
  const { operatorId } = useSession().operator;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Panel title={texts.drafts}>
        <RecentList
          space={space}
          query={{ changedBy: operatorId, state: 'draft', size: 8 }}
          empty={texts.noDrafts}
        />
      </Panel>
      <Panel title={texts.recent}>
        <RecentList space={space} query={{ size: 8 }} empty={texts.noRecent} hasAuthor />
      </Panel>
    </SimpleGrid>
  );
}

type ListProps = {
  readonly space: Space;
  readonly query: Readonly<Record<string, string | number>>;
  readonly empty: string;
  readonly hasAuthor?: boolean;
};

function RecentList({ space, query, empty, hasAuthor = false }: ListProps) {
  const texts = useWords();
  const { language } = useLanguage();
  const now = useNow();
  const nameOf = useActorName();
  const path = `${spacePath(space)}/recent`;
  const { data } = useQuery({
    queryKey: ['recent', path, query],
    queryFn: ({ signal }) => fetchJson(path, isRecentItems, { query, signal }),
  });
  if (data === undefined) return <Skeleton h="18rem" />;
  if (data.list.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <ul className="desk-list">
      {data.list.map(({ kind, instanceId = '', id, name, title, state, changedAt, changedBy }) => {
        const when = formatDistance(changedAt, now, language, timeZone);
        const shelf = { ...space, kind: kind === 'banner' ? 'banner' : 'news', instanceId } as const;
        return (
          <li key={`${kind} ${instanceId} ${id}`}>
            <Anchor component={Link} href={editorHref(shelf, id)} size="sm" className="desk-name">
              {title || name || texts.itemList.untitled}
            </Anchor>
            {hasAuthor && state && <StateBadge size="xs" state={state} />}
            <Text component="span" size="xs" c="dimmed" className="desk-when">
              {hasAuthor ? texts.desk.by(nameOf(changedBy), when) : when}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
