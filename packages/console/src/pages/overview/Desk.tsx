import { Anchor, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { isRecentItems } from '../../api/checks.ts';
import { editorHref, type Space, spacePath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StateBadge } from '../../parts/StateBadge.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

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
