import { Alert, Button, List, Stack } from '@mantine/core';
import { isAllowedInPart } from '@newsstand/contract/manage/plain';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useProjects, useSession } from '../../api/SessionProvider.tsx';
import { IconPlus, IconWebhook } from '../../icons/icons.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type WebhookAction, WebhookActionDialog } from './WebhookActions.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookTable } from './WebhookTable.tsx';
import { webhooksQuery } from './webhookQueries.ts';

/** The URLs that are called when something happens to content. */
export default function WebhookList() {
  const texts = useWords().webhooks;
  const isOwner = useSession().operator.roles.some(({ role }) => role === 'owner');
  const [params, setParams] = useSearchParams();
  const create = () => setParams({ new: '' });
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {isOwner && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            {texts.create}
          </Button>
        )}
      </PageHead>
      {isOwner ? <Webhooks /> : <Alert color="gray">{texts.ownersOnly}</Alert>}
      {isOwner && params.has('new') && <WebhookDialog onClose={() => setParams({}, { replace: true })} />}
    </Stack>
  );
}

function Webhooks() {
  const { roles } = useSession().operator;
  const owned = useProjects().filter(({ projectId }) => isAllowedInPart(roles, 'owner', { projectId }));
  const [action, setAction] = useState<WebhookAction>();
  const { webhooks, error, refetch } = useQueries({
    queries: owned.map(({ projectId }) => webhooksQuery(projectId)),
    combine: (results) => ({
      webhooks: results.every(({ data }) => data) ? results.flatMap(({ data }) => data ?? []) : undefined,
      error: results.find((each) => each.error)?.error,
      refetch: () => Promise.all(results.map((each) => each.refetch())),
    }),
  });
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {webhooks === undefined && !error && <RowsSkeleton />}
      {webhooks?.length === 0 && <Empty />}
      {webhooks !== undefined && webhooks.length > 0 && (
        <WebhookTable webhooks={webhooks} onAction={setAction} />
      )}
      {action && <WebhookActionDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  );
}

/** Says what webhooks are for. */
function Empty() {
  const texts = useWords().webhooks.empty;
  return (
    <EmptyState Icon={IconWebhook} title={texts.title} text={texts.text}>
      <List ta="start">
        {texts.uses.map((use) => (
          <List.Item key={use}>{use}</List.Item>
        ))}
      </List>
    </EmptyState>
  );
}
