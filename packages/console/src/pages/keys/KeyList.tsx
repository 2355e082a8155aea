import { Alert, Button, Group, Loader, Modal, Radio, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { KeyView } from '@newsstand/contract/manage';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { isIssuedKey, isKey, isKeys } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { useMay, useProjects } from '../../api/SessionProvider.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { IssuedDialog, KeyDialog } from './KeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';

type Work = { readonly type: 'rotate' | 'revoke'; readonly key: KeyView };

/** The keys of readers: who reads what, and since when nobody does. */
export default function KeyList() {
  const texts = useWords().keys;
  const ownsAll = useMay('owner');
  const ownsSome = useProjects().some(({ role }) => role === 'owner');
  const mayCreate = ownsAll || ownsSome;
  // Other pages lead here to make a key at once.
  const [params, setParams] = useSearchParams();
  const [work, setWork] = useState<Work>();
  const isCreating = mayCreate && params.has('new');
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'],
    queryFn: () => fetchJson('/keys', isKeys),
  });
  const create = () => setParams({ new: '' });
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {mayCreate && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            {texts.create}
          </Button>
        )}
      </PageHead>
      {!mayCreate && <Alert color="gray">{texts.mayNot}</Alert>}
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <Loader />}
      {data && <KnownKeys keys={data} onWork={(type, key) => setWork({ type, key })} />}
      {isCreating && <KeyDialog onClose={() => setParams({}, { replace: true })} />}
      {work?.type === 'rotate' && <RotationDialog view={work.key} onClose={() => setWork(undefined)} />}
      {work?.type === 'revoke' && <RevocationDialog view={work.key} onClose={() => setWork(undefined)} />}
    </Stack>
  );
}

type KnownProps = {
  readonly keys: readonly KeyView[];
  readonly onWork: (type: Work['type'], key: KeyView) => void;
};

/** Those that work; those that do not any more are shown when asked for. */
function KnownKeys({ keys, onWork }: KnownProps) {
  const texts = useWords().keys;
  const [isWhole, setWhole] = useState(false);
  const active = keys.filter(({ state }) => state === 'active');
  const ended = keys.length - active.length;
  return (
    <>
      {keys.length === 0 ? (
        <Text>{texts.empty}</Text>
      ) : (
        <KeyTable keys={isWhole ? keys : active} onWork={onWork} />
      )}
      {ended > 0 && (
        <Switch
          label={texts.showEnded(ended)}
          checked={isWhole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
      )}
    </>
  );
}

const graces = ['0', '3600000', '86400000', '604800000'] as const;

/** Gives a key a new secret; the old one works for a while, so that nothing breaks meanwhile. */
function RotationDialog({ view, onClose }: { readonly view: KeyView; readonly onClose: () => void }) {
  useFocusBack();
  const words = useWords().keys;
  const texts = words.rotation;
  const client = useQueryClient();
  const [grace, setGrace] = useState<string>('86400000');
  const rotating = useMutation({
    mutationFn: () =>
      fetchJson(`/keys/${view.key}/rotate`, isIssuedKey, {
        method: 'POST',
        body: { graceMilliseconds: Number(grace) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (rotating.data)
    return <IssuedDialog title={words.issued.rotated} issued={rotating.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.title(view.name)}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        <Radio.Group label={texts.grace} value={grace} onChange={setGrace}>
          <Stack gap="xs" mt="xs">
            {graces.map((each) => (
              <Radio key={each} value={each} label={texts.graces[each]} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" fw={600} aria-live="polite">
          {grace === '0' && texts.now}
        </Text>
        {rotating.error && <ErrorAlert error={rotating.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Ends a key for good, after a warning that says when it was used last. */
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
  const use =
    at === undefined
      ? texts.unused
      : texts.used(formatMoment(at, language, timeZone), formatDistance(at, Date.now(), language, timeZone));
  return (
    <ConfirmDialog
      title={texts.title(view.name)}
      texts={[use, texts.final]}
      confirm={texts.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
