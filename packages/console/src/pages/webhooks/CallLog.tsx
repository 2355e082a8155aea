import { Alert, Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { WebhookView } from '@newsstand/contract/manage';
import { type DeliveryState, deliveryStates, isAllowedInPart } from '@newsstand/contract/manage/plain';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { isDeliveryPage } from '../../api/checks.ts';
import { webhookPath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { IconArrowLeft, IconSend } from '../../icons/icons.tsx';
import { ActionMenu } from '../../parts/ActionMenu.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { CallTable } from './CallTable.tsx';
import { offReason } from './describeWebhook.ts';
import { type WebhookAction, WebhookActionDialog } from './WebhookActions.tsx';
import { WebhookMenuItems } from './WebhookTable.tsx';
import { refreshMilliseconds, webhooksQuery } from './webhookQueries.ts';

/** The calls of one webhook: what was sent, and what came back. */
export default function CallLog() {
  const { projectId = '', webhookId } = useParams();
  const texts = useWords().webhooks;
  const isOwner = isAllowedInPart(useSession().operator.roles, 'owner', { projectId });
  const { data, error, refetch } = useQuery({ ...webhooksQuery(projectId), enabled: isOwner });
  if (!isOwner) return <Alert color="gray">{texts.ownersOnly}</Alert>;
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (data === undefined) return <RowsSkeleton />;
  const webhook = data.find((each) => each.webhookId === webhookId);
  return webhook === undefined ? <NotFound /> : <Calls webhook={webhook} />;
}

function Calls({ webhook }: { readonly webhook: WebhookView }) {
  const words = useWords();
  const [, go] = useLocation();
  const [action, setAction] = useState<WebhookAction>();
  return (
    <Stack>
      <div>
        <Anchor component={Link} href="/webhooks" size="sm">
          <Group gap={4} component="span" display="inline-flex">
            <IconArrowLeft size={14} aria-hidden />
            {words.calls.back}
          </Group>
        </Anchor>
        <PageHead title={words.calls.title} text={<code className="plain-code">{webhook.url}</code>}>
          <Group gap="xs">
            <Button
              leftSection={<IconSend size={18} aria-hidden />}
              onClick={() => setAction({ type: 'test', webhook })}
            >
              {words.webhooks.test}
            </Button>
            <ActionMenu label={words.webhooks.actionsFor(webhook.url)}>
              <WebhookMenuItems webhook={webhook} onAction={setAction} />
            </ActionMenu>
          </Group>
        </PageHead>
      </div>
      <OffNote webhook={webhook} onSwitch={() => setAction({ type: 'switch', webhook })} />
      <Log webhook={webhook} />
      {action && (
        <WebhookActionDialog
          action={action}
          onClose={() => setAction(undefined)}
          onRemoved={() => go('/webhooks')}
        />
      )}
    </Stack>
  );
}

/** Says that a webhook is off, why, and how to change that. */
function OffNote({ webhook, onSwitch }: { readonly webhook: WebhookView; readonly onSwitch: () => void }) {
  const texts = useWords().webhooks;
  const { language } = useLanguage();
  if (webhook.disabledAt === undefined) return null;
  return (
    <Alert color="red" title={texts.off}>
      <Group justify="space-between">
        {offReason(webhook.disabledBecause ?? '', language)}
        <Button size="xs" color="red" onClick={onSwitch}>
          {texts.switchOn}
        </Button>
      </Group>
    </Alert>
  );
}

const pageSize = 50;

function useCalls(webhook: WebhookView, state: DeliveryState | undefined) {
  return useInfiniteQuery({
    queryKey: ['webhooks', webhook.projectId, webhook.webhookId, state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`${webhookPath(webhook)}/deliveries`, isDeliveryPage, {
        query: { size: pageSize, before: pageParam || undefined, state },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ list }) => (list.length < pageSize ? undefined : list.at(-1)?.number),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });
}

function Log({ webhook }: { readonly webhook: WebhookView }) {
  const texts = useWords().calls;
  const [filter, setFilter] = useState<string>('all');
  const state = deliveryStates.find((each) => each === filter);
  const { data, error, refetch, isPending, isFetchingNextPage, hasNextPage, fetchNextPage } = useCalls(
    webhook,
    state,
  );
  const calls = data?.pages.flatMap(({ list }) => list) ?? [];
  const filters = ['all', 'pending', 'failed', 'delivered'] as const;
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {texts.kept}
        </Text>
        <SegmentedControl
          aria-label={texts.filter}
          size="xs"
          value={filter}
          onChange={setFilter}
          data={filters.map((value) => ({ value, label: texts.filters[value] }))}
        />
      </Group>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {isPending && <RowsSkeleton />}
      {data && calls.length === 0 && <Text>{state === undefined ? texts.empty : texts.nothing}</Text>}
      {calls.length > 0 && <CallTable webhook={webhook} calls={calls} />}
      {hasNextPage && (
        <Group justify="center">
          <Button variant="light" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {texts.more}
          </Button>
        </Group>
      )}
    </>
  );
}
