import { Anchor, Button, List, Text, ThemeIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isKeys } from '../../api/checks.ts';
import { listHref } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useIsAllowed, useProjects, useSession } from '../../api/SessionProvider.tsx';
import { IconCheck, IconCircle } from '../../icons/icons.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { curlExample } from '../keys/examples.ts';
import { amountOf, type SpaceCounts } from './shelvesOf.ts';

/** With this many items, nobody needs the first steps any more. */
const fewItems = 5;

/**
 * The steps to the first response, shown while there is little content: an instance, a key, a news item, a request.
 */
export function FirstSteps({ spaces }: { readonly spaces: readonly SpaceCounts[] }) {
  const texts = useWords().firstSteps;
  const items = spaces
    .flatMap(({ instances }) => instances)
    .reduce((sum, counts) => sum + amountOf(counts), 0);
  const { operator, service } = useSession();
  const isShown = items < fewItems && operator.roles.some(({ role }) => role !== 'viewer');
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: () => fetchJson('/keys', isKeys),
    enabled: isShown,
  });
  const ownsAll = useIsAllowed('owner');
  const ownsSome = useProjects().some(({ role }) => role === 'owner');
  if (!isShown) return null;
  const shelf = spaces.flatMap(({ instances }) => instances).find(({ kind }) => kind === 'news');
  const active = keys.data?.filter(({ state }) => state === 'active') ?? [];
  const next = shelf === undefined ? 'instance' : active.length === 0 ? 'key' : 'news';
  return (
    <Panel title={texts.title}>
      <Text size="sm">{texts.text}</Text>
      <List spacing="sm" listStyleType="none" withPadding={false}>
        <Step
          isDone={shelf !== undefined}
          isNext={next === 'instance'}
          href={ownsAll ? (spaces.length === 0 ? '/projects?new' : '/projects') : undefined}
          label={texts.instance}
          text={texts.instanceText}
        />
        <Step
          isDone={active.length > 0}
          isNext={next === 'key'}
          href={ownsAll || ownsSome ? '/keys?new' : undefined}
          label={texts.key}
          text={texts.keyText}
        />
        <Step
          isDone={items > 0}
          isNext={next === 'news' && items === 0}
          href={shelf && `${listHref(shelf)}/new`}
          label={texts.news}
          text={texts.newsText}
        />
        <Step
          isDone={active.some(({ lastUsedAt }) => lastUsedAt !== undefined)}
          label={texts.request}
          text={shelf === undefined ? texts.requestLater : texts.requestText}
        />
      </List>
      {shelf && (
        <Snippet
          label="curl"
          code={curlExample(
            { url: service.publicUrl, key: active[0]?.key ?? '$KEY', secret: '$SECRET' },
            { ...shelf, app: 'news' },
          )}
        />
      )}
    </Panel>
  );
}

type StepProps = {
  readonly isDone: boolean;
  /** Whether it is what to do now. */
  readonly isNext?: boolean;
  readonly href?: string | undefined;
  readonly label: string;
  readonly text: string;
};

function Step({ isDone, isNext = false, href, label, text }: StepProps): ReactNode {
  const texts = useWords().firstSteps;
  const Icon = isDone ? IconCheck : IconCircle;
  return (
    <List.Item
      icon={
        <ThemeIcon
          size={22}
          radius="xl"
          color={isDone ? 'green.8' : 'gray'}
          variant={isDone ? 'filled' : 'light'}
          role="img"
          aria-label={isDone ? texts.done : texts.open}
        >
          <Icon size={14} />
        </ThemeIcon>
      }
    >
      {href === undefined || isNext ? (
        <Text component="span" fw={600}>
          {label}
        </Text>
      ) : (
        <Anchor component={Link} href={href} fw={600}>
          {label}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {isNext && href !== undefined && (
        <Button component={Link} href={href} size="xs" mt={6}>
          {label}
        </Button>
      )}
    </List.Item>
  );
}
