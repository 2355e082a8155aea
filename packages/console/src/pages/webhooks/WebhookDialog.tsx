import { Anchor, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { IssuedWebhook, WebhookView } from '@newsstand/contract/manage';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isIssuedWebhook } from '../../api/checks.ts';
import { webhookPath, webhooksPath } from '../../api/paths.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { Modal } from '../../parts/Modal.tsx';
import { SecretDialog } from '../../parts/SecretDialog.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { hostOf } from './describeWebhook.ts';
import { type WebhookChoices, WebhookForm } from './WebhookForm.tsx';
import { useRefreshWebhooks } from './webhookQueries.ts';

type Props = {
  /** The webhook to change; without one, a webhook is created. */
  readonly webhook?: WebhookView;
  readonly onClose: () => void;
};

/** Creates a webhook, and shows its secret once; or changes one. */
export function WebhookDialog({ webhook, onClose }: Props) {
  useReturnFocus();
  const texts = useWords().webhooks;
  const [issued, setIssued] = useState<IssuedWebhook>();
  const saving = useMutation({
    async mutationFn({ scope, url, kinds, events, drafts, build }: WebhookChoices) {
      if (webhook === undefined) {
        const { projectId, ...place } = scope;
        const body = { ...place, url, kinds, events, drafts, build };
        setIssued(await fetchJson(webhooksPath(projectId), isIssuedWebhook, { method: 'POST', body }));
        return;
      }
      const body = { url, kinds: kinds ?? null, events: events ?? null, drafts };
      await sendRequest(webhookPath(webhook), { method: 'PATCH', body });
      notifications.show({ message: texts.saved });
      onClose();
    },
    onSuccess: useRefreshWebhooks(),
  });
  if (issued) return <IssuedDialog title={texts.issued.title} issued={issued} onClose={onClose} />;
  const title = webhook === undefined ? texts.form.title : texts.form.editTitle(hostOf(webhook.url));
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <WebhookForm
        webhook={webhook}
        onSubmit={saving.mutate}
        isSending={saving.isPending}
        error={saving.error}
      />
    </Modal>
  );
}

type IssuedProps = { readonly title: string; readonly issued: IssuedWebhook; readonly onClose: () => void };

/** Explains the signatures, and has libraries for many languages. */
const specification = 'https://www.standardwebhooks.com';

/** The secret of a webhook, shown once. */
export function IssuedDialog({ title, issued, onClose }: IssuedProps) {
  const texts = useWords().webhooks.issued;
  return (
    <SecretDialog title={title} text={texts.once} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.secret} code={issued.secret} onCopied={onCopied} />
          <Text size="sm">
            {texts.verify}{' '}
            <Anchor href={specification} target="_blank" rel="noreferrer" inherit underline="always">
              Standard Webhooks
            </Anchor>
            {texts.verifyEnd}
          </Text>
          <Text size="sm">{texts.next}</Text>
        </>
      )}
    </SecretDialog>
  );
}
