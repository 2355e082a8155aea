import { Alert, Button, Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { KeyView } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { isIssuedKey, isKey, isKeys } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { IconKey, IconPlus } from '../../icons/icons.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RotationDialog } from '../../parts/RotationDialog.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { IssuedDialog, KeyDialog } from './KeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';

type KeyAction = { readonly type: 'rotate' | 'revoke'; readonly key: KeyView };

/** The keys that readers use: what they can read, and when they were last used. */
export default function KeyList() {
  const texts = useWords().keys;
  const canCreate = useSession().operator.roles.some(({ role }) => role === 'owner');
  // Other pages link here to create a key.
  const [params, setParams] = useSearchParams();
  const [action, setAction] = useState<KeyAction>();
  const isCreating = canCreate && params.has('new');
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'],
    queryFn: () => fetchJson('/keys', isKeys),
  });
  const create = () => setParams({ new: '' });
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {canCreate && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            {texts.create}
          </Button>
        )}
      </PageHead>
      {!canCreate && <Alert color="gray">{texts.mayNot}</Alert>}
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data && <KeySection keys={data} onAction={(type, key) => setAction({ type, key })} />}
      {isCreating && <KeyDialog onClose={() => setParams({}, { replace: true })} />}
      {action?.type === 'rotate' && <KeyRotation view={action.key} onClose={() => setAction(undefined)} />}
      {action?.type === 'revoke' && (
        <RevocationDialog view={action.key} onClose={() => setAction(undefined)} />
      )}
    </Stack>
  );
}

type KeySectionProps = {
  readonly keys: readonly KeyView[];
  readonly onAction: (type: KeyAction['type'], key: KeyView) => void;
};

/** Active keys, and expired and revoked ones on request. */
function KeySection({ keys, onAction }: KeySectionProps) {
  const texts = useWords().keys;
  const [isExpanded, setExpanded] = useState(false);
  const active = keys.filter(({ state }) => state === 'active');
  const ended = keys.length - active.length;
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState Icon={IconKey} title={texts.empty} />
      ) : (
        <KeyTable keys={isExpanded ? keys : active} onAction={onAction} />
      )}
      {ended > 0 && (
        <Switch
          label={texts.showEnded(ended)}
          checked={isExpanded}
          onChange={({ currentTarget }) => setExpanded(currentTarget.checked)}
        />
      )}
    </>
  );
}

/** Gives a key a new secret. The old one works for a while, so that clients can be updated. */
function KeyRotation({ view, onClose }: { readonly view: KeyView; readonly onClose: () => void }) {
  useReturnFocus();
  const words = useWords().keys;
  const { title, text, grace, now } = words.rotation;
  const client = useQueryClient();
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (graceMilliseconds: number) =>
      fetchJson(`/keys/${view.key}/rotate`, isIssuedKey, { method: 'POST', body: { graceMilliseconds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (data) return <IssuedDialog title={words.issued.rotated} issued={data} onClose={onClose} />;
  return (
    <RotationDialog
      {...{ title: title(view.name), text, grace, now, isPending, error, onClose }}
      onRotate={mutate}
    />
  );
}

/** Revokes a key after a warning that says when it was last used. */
function RevocationDialog({ view, onClose }: { readonly view: KeyView; readonly onClose: () => void }) {
  const words = useWords().keys;
  const texts = words.revocation;
  const { language } = useLanguage();
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => fetchJson(`/keys/${view.key}/revoke`, isKey, { method: 'POST' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['keys'] });
      notifications.show({ message: words.revoked(view.name) });
      onClose();
    },
  });
  const { lastUsedAt: at } = view;
  const credentials =
    at === undefined
      ? texts.unused
      : texts.used(
          formatDateTime(at, language, timeZone),
          formatDistance(at, Date.now(), language, timeZone),
        );
  return (
    <ConfirmDialog
      title={texts.title(view.name)}
      texts={[credentials, texts.final]}
      confirm={texts.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
