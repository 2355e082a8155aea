import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { IdentityList, ProviderIdentityView } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { goToProvider, useRefusal } from '../../providerSignIn.tsx';
import { formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** The accounts at providers with which the operator can sign in. Not shown where there are none, and no provider. */
export function IdentityPanel() {
  const texts = useWords().providers;
  const refusal = useRefusal();
  const { data, error, refetch } = useQuery({
    queryKey: ['identities'],
    queryFn: () => fetchJson('/session/identities', isIdentityList),
  });
  const linking = useMutation({
    mutationFn: (providerId: string) =>
      goToProvider(`/session/providers/${encodeURIComponent(providerId)}/link`, {}),
  });
  const [unlinking, setUnlinking] = useState<ProviderIdentityView>();
  if (data?.providers.length === 0 && data.list.length === 0) return null;
  const known = data?.providers.map(({ providerId }) => providerId) ?? [];
  return (
    <Panel title={texts.title}>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      {refusal !== undefined && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {linking.error && <ErrorAlert error={linking.error} />}
      {data === undefined && !error && <RowsSkeleton rows={2} />}
      <Stack gap="sm">
        {data?.providers.map(({ providerId, name }) => (
          <Row
            key={providerId}
            name={name}
            identities={data.list.filter((each) => each.providerId === providerId)}
            isLinking={linking.isPending && linking.variables === providerId}
            onLink={() => linking.mutate(providerId)}
            onUnlink={setUnlinking}
          />
        ))}
        {data?.list
          .filter(({ providerId }) => !known.includes(providerId))
          .map((identity) => (
            <Row
              key={identity.identityId}
              name={`${identity.providerId}. ${texts.gone}`}
              identities={[identity]}
              onUnlink={setUnlinking}
            />
          ))}
      </Stack>
      {unlinking && <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(undefined)} />}
    </Panel>
  );
}

type RowProps = {
  readonly name: string;
  readonly identities: readonly ProviderIdentityView[];
  readonly isLinking?: boolean;
  /** Undefined if nothing can be linked. */
  readonly onLink?: () => void;
  readonly onUnlink: (identity: ProviderIdentityView) => void;
};

function Row({ name, identities, isLinking = false, onLink, onUnlink }: RowProps) {
  const texts = useWords().providers;
  const { language } = useLanguage();
  const now = useNow();
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {identities.map((identity) => (
        <Group key={identity.identityId} justify="space-between" wrap="nowrap">
          <Text size="sm" className="long-text">
            {texts.linkedAs(
              identity.name,
              formatDistance(identity.lastUsedAt ?? identity.linkedAt, now, language, timeZone),
            )}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={texts.unlinkLabel(identity.name)}
            onClick={() => onUnlink(identity)}
          >
            {texts.unlink}
          </Button>
        </Group>
      ))}
      {identities.length === 0 && (
        <Group justify="space-between">
          <Text size="sm">{texts.notLinked}</Text>
          {onLink && (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={texts.linkLabel(name)}
              loading={isLinking}
              onClick={onLink}
            >
              {texts.link}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

function UnlinkDialog({
  identity,
  onClose,
}: {
  readonly identity: ProviderIdentityView;
  readonly onClose: () => void;
}) {
  const texts = useWords().providers;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => sendRequest(`/session/identities/${identity.identityId}`, { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.unlinked(identity.name) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.unlinkTitle(identity.name)}
      texts={[texts.unlinkText]}
      confirm={texts.unlink}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}

function isIdentityList(value: unknown): value is IdentityList {
  return typeof value === 'object' && value !== null && 'list' in value && 'providers' in value;
}
