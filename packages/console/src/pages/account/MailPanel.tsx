import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { MailChoices } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { isMailChoices } from '../../api/checks.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

type Change = { readonly email?: string | null; readonly review?: boolean };

const queryKey = ['session', 'mail'];

/** Where the operator's mails go, and which they get. */
export function MailPanel() {
  const texts = useWords().mail;
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => fetchJson('/session/mail', isMailChoices),
  });
  return (
    <Panel title={texts.title}>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton rows={2} />}
      {data && <Confirmation choices={data} />}
      {data && !data.isAvailable && <Text size="sm">{texts.off}</Text>}
      {data && (data.isAvailable || data.email !== undefined) && (
        <MailForm key={data.email ?? ''} choices={data} />
      )}
    </Panel>
  );
}

function MailForm({ choices }: { readonly choices: MailChoices }) {
  const texts = useWords().mail;
  const { email: known = '', unconfirmedEmail, review } = choices;
  const [email, setEmail] = useState(unconfirmedEmail ?? known);
  const saving = useSaving();
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate({ email: email.trim() === '' ? null : email.trim() });
  };
  const isSame = email.trim() === (unconfirmedEmail ?? known);
  return (
    <Stack gap="sm">
      <form onSubmit={send}>
        <TextInput
          label={texts.address}
          description={texts.hint}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          type="email"
          maxLength={254}
          autoComplete="email"
        />
        {unconfirmedEmail !== undefined && (
          <Text size="sm" mt="xs" role="status" className="long-text">
            {texts.sent(unconfirmedEmail)}
          </Text>
        )}
        <Group mt="xs" gap="xs">
          <Button type="submit" variant="light" loading={saving.isPending} disabled={isSame}>
            {texts.save}
          </Button>
          {unconfirmedEmail !== undefined && isSame && (
            <Button
              variant="default"
              loading={saving.isPending}
              onClick={() => saving.mutate({ email: unconfirmedEmail })}
            >
              {texts.again}
            </Button>
          )}
        </Group>
      </form>
      <Checkbox
        label={texts.review}
        description={texts.reviewHint}
        checked={review}
        disabled={saving.isPending}
        onChange={({ currentTarget }) => saving.mutate({ review: currentTarget.checked })}
      />
      {saving.error && <ErrorAlert error={saving.error} />}
    </Stack>
  );
}

/** Saves changes, and with them the language of the console, in which mails are written too. */
function useSaving() {
  const texts = useWords().mail;
  const client = useQueryClient();
  const { language } = useLanguage();
  const [saved, setSaved] = useState(language);
  const saving = useMutation({
    mutationFn: (change: Change) =>
      fetchJson('/session/mail', isMailChoices, { method: 'PATCH', body: { ...change, language } }),
    onSuccess(choices, { email, review }) {
      client.setQueryData(queryKey, choices);
      if (email === null) notifications.show({ message: texts.removed });
      else if (review !== undefined) notifications.show({ message: texts.saved });
    },
  });
  const { mutate } = saving;
  useEffect(() => {
    if (language === saved) return;
    setSaved(language);
    mutate({});
  }, [language, saved, mutate]);
  return saving;
}

const beginning = '#confirm=';

/**
 * Asks before the link from a mail has an effect: somebody else may have entered their own address, and sent the link
 * on.
 */
function Confirmation({ choices }: { readonly choices: MailChoices }) {
  const texts = useWords().mail;
  const client = useQueryClient();
  const [token, setToken] = useState(() =>
    location.hash.startsWith(beginning) ? location.hash.slice(beginning.length) : undefined,
  );
  const confirming = useMutation({
    mutationFn: () =>
      fetchJson('/session/mail/confirmation', isMailChoices, { method: 'POST', body: { token } }),
    onSuccess(confirmed) {
      client.setQueryData(queryKey, confirmed);
      history.replaceState(null, '', location.pathname);
      setToken(undefined);
      notifications.show({ message: texts.confirmed(confirmed.email ?? '') });
    },
  });
  const { unconfirmedEmail } = choices;
  const isExpired = confirming.error instanceof ApiError && confirming.error.problem.code === 'link_invalid';
  if (token === undefined) return null;
  if (unconfirmedEmail === undefined || isExpired) {
    return (
      <Alert color="yellow" role="status">
        {texts.expired}
      </Alert>
    );
  }
  return (
    <Alert title={texts.confirmTitle} role="status">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className="long-text">
          {texts.confirmText(unconfirmedEmail)}
        </Text>
        {confirming.error && <ErrorAlert error={confirming.error} />}
        <Button loading={confirming.isPending} onClick={() => confirming.mutate()} data-autofocus>
          {texts.confirm}
        </Button>
      </Stack>
    </Alert>
  );
}
