import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DeliveryView, WebhookView } from '@newsstand/contract/manage';
import { useMutation } from '@tanstack/react-query';
import { isDelivery, isIssuedWebhook } from '../../api/checks.ts';
import { webhookPath } from '../../api/paths.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { RotationDialog } from '../../parts/RotationDialog.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { formatDuration, hostOf } from './describeWebhook.ts';
import { IssuedDialog, WebhookDialog } from './WebhookDialog.tsx';
import { useRefreshWebhooks } from './webhookQueries.ts';

/** What an operator wants to do with a webhook. */
export type WebhookAction = {
  readonly type: 'test' | 'edit' | 'rotate' | 'switch' | 'remove';
  readonly webhook: WebhookView;
};

type Props = {
  readonly webhook: WebhookView;
  readonly onClose: () => void;
  /** Called when the webhook is gone. */
  readonly onRemoved?: (() => void) | undefined;
};

const dialogs = {
  test: TestDialog,
  edit: WebhookDialog,
  rotate: WebhookRotation,
  switch: SwitchDialog,
  remove: RemovalDialog,
} as const;

/** The dialog for an action. */
export function WebhookActionDialog({
  action: { type, webhook },
  ...rest
}: Omit<Props, 'webhook'> & { readonly action: WebhookAction }) {
  const Dialog = dialogs[type];
  return <Dialog webhook={webhook} {...rest} />;
}

/** Sends a test event on request, and shows the response. */
function TestDialog({ webhook, onClose }: Props) {
  useReturnFocus();
  const texts = useWords().webhooks.testing;
  const refresh = useRefreshWebhooks();
  const sending = useMutation({
    mutationFn: () => fetchJson(`${webhookPath(webhook)}/test`, isDelivery, { method: 'POST' }),
    onSuccess: refresh,
  });
  return (
    <Modal opened onClose={onClose} title={texts.title(hostOf(webhook.url))}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        <div aria-live="polite">
          {sending.data && !sending.isPending && <TestResult call={sending.data} />}
        </div>
        {sending.error && <ErrorAlert error={sending.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <Button data-autofocus loading={sending.isPending} onClick={() => sending.mutate()}>
            {sending.data ? texts.again : texts.send}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function TestResult({ call }: { readonly call: DeliveryView }) {
  const words = useWords();
  const texts = words.webhooks.testing;
  const { language } = useLanguage();
  const { state, status, response = '', error, milliseconds = 0 } = call;
  const duration = formatDuration(milliseconds, language);
  const isDelivered = state === 'delivered';
  const answer = isDelivered ? texts.delivered : texts.refused;
  return (
    <Stack gap="xs">
      <Alert color={isDelivered ? 'green' : 'red'}>
        {status === undefined ? texts.silent : answer(status, duration)}
      </Alert>
      {response !== '' && <Snippet label={words.calls.response} code={response} />}
      {error !== undefined && <Snippet label={words.calls.error} code={error} />}
    </Stack>
  );
}

/** Gives a webhook a new secret. Calls are signed with both for a while. */
function WebhookRotation({ webhook, onClose }: Props) {
  useReturnFocus();
  const words = useWords().webhooks;
  const { title, text, grace, now } = words.rotation;
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (graceMilliseconds: number) =>
      fetchJson(`${webhookPath(webhook)}/rotate`, isIssuedWebhook, {
        method: 'POST',
        body: { graceMilliseconds },
      }),
    onSuccess: useRefreshWebhooks(),
  });
  if (data) return <IssuedDialog title={words.issued.rotated} issued={data} onClose={onClose} />;
  return (
    <RotationDialog
      {...{ title: title(hostOf(webhook.url)), text, grace, now, isPending, error, onClose }}
      onRotate={mutate}
    />
  );
}

/** Switches a webhook off, or on again. */
function SwitchDialog({ webhook, onClose }: Props) {
  const words = useWords().webhooks;
  const refresh = useRefreshWebhooks();
  const enabled = webhook.disabledAt !== undefined;
  const host = hostOf(webhook.url);
  const texts = enabled ? words.switchingOn : words.switchingOff;
  const work = useMutation({
    mutationFn: () => sendRequest(webhookPath(webhook), { method: 'PATCH', body: { enabled } }),
    async onSuccess() {
      await refresh();
      notifications.show({ message: enabled ? words.switchedOn(host) : words.switchedOff(host) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(host)}
      texts={[texts.text]}
      confirm={texts.confirm}
      work={work}
      onClose={onClose}
    />
  );
}

/** Removes a webhook with its log. */
function RemovalDialog({ webhook, onClose, onRemoved = onClose }: Props) {
  const words = useWords().webhooks;
  const texts = words.removal;
  const refresh = useRefreshWebhooks();
  const { url, pending } = webhook;
  const work = useMutation({
    mutationFn: () => sendRequest(webhookPath(webhook), { method: 'DELETE' }),
    async onSuccess() {
      onRemoved();
      notifications.show({ message: words.removed(hostOf(url)) });
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(hostOf(url))}
      texts={[texts.text, ...(pending > 0 ? [texts.waiting(pending)] : [])]}
      confirm={texts.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
