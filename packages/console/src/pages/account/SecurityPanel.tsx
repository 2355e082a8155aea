import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FactorsView } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isFactors, isRecoveryCodes } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { AppSetup, PasskeySetup } from '../../parts/factors/FactorSetup.tsx';
import { hasPasskeys } from '../../parts/factors/hasPasskeys.ts';
import { RecoveryCodes } from '../../parts/factors/RecoveryCodes.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

type PasskeyView = FactorsView['passkeys'][number];

/** What is being done to the factors. */
type Work =
  | { readonly type: 'addPasskey' | 'setUpApp' | 'removeApp' | 'renewCodes' }
  | { readonly type: 'rename' | 'removePasskey'; readonly passkey: PasskeyView };

/** The second factors of the operator who is signed in. */
export function SecurityPanel() {
  const texts = useWords().factors.security;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['factors'],
    queryFn: () => fetchJson('/session/factors', isFactors),
  });
  const [work, setWork] = useState<Work>();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = async (given?: readonly string[] | undefined) => {
    setWork(undefined);
    setCodes(given);
    await client.invalidateQueries();
    if (given === undefined) notifications.show({ message: texts.done });
  };
  return (
    <Panel title={texts.title}>
      <Text size="sm">{texts.text}</Text>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data && <Factors factors={data} onWork={setWork} />}
      {work && <WorkDialog work={work} onDone={done} onClose={() => setWork(undefined)} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}

type FactorsProps = { readonly factors: FactorsView; readonly onWork: (work: Work) => void };

function Factors({ factors: { passkeys, app, recoveryCodes, isNeeded }, onWork }: FactorsProps) {
  const texts = useWords().factors.security;
  const { language } = useLanguage();
  const hasFactor = passkeys.length > 0 || app !== undefined;
  return (
    <>
      {isNeeded && <Alert color={hasFactor ? 'gray' : 'yellow'}>{texts.needed}</Alert>}
      <Part
        title={texts.passkeys}
        action={
          hasPasskeys() && (
            <Button size="xs" variant="light" onClick={() => onWork({ type: 'addPasskey' })}>
              {texts.addPasskey}
            </Button>
          )
        }
      >
        {passkeys.length === 0 && <Text size="sm">{texts.noPasskeys}</Text>}
        {!hasPasskeys() && (
          <Text size="sm" c="dimmed">
            {texts.noPasskeysHere}
          </Text>
        )}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.passkeyId} passkey={passkey} onWork={onWork} />
        ))}
      </Part>
      <Part
        title={texts.app}
        action={
          <Group gap="xs">
            <Button size="xs" variant="light" onClick={() => onWork({ type: 'setUpApp' })}>
              {app === undefined ? texts.setUpApp : texts.replaceApp}
            </Button>
            {app && (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.removeLabel(texts.app)}
                onClick={() => onWork({ type: 'removeApp' })}
              >
                {texts.remove}
              </Button>
            )}
          </Group>
        }
      >
        <Text size="sm">
          {app ? texts.appOn(formatDateTime(app.createdAt, language, timeZone)) : texts.appOff}
        </Text>
      </Part>
      {hasFactor && (
        <Part
          title={texts.codes}
          action={
            <Button size="xs" variant="light" onClick={() => onWork({ type: 'renewCodes' })}>
              {texts.renewCodes}
            </Button>
          }
        >
          <Text size="sm">{texts.codesLeft(recoveryCodes)}</Text>
        </Part>
      )}
    </>
  );
}

type PartProps = { readonly title: string; readonly action: ReactNode; readonly children: ReactNode };

function Part({ title, action, children }: PartProps) {
  return (
    <Stack gap={4} mt="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Stack>
  );
}

type RowProps = { readonly passkey: PasskeyView; readonly onWork: (work: Work) => void };

function PasskeyRow({ passkey, onWork }: RowProps) {
  const texts = useWords().factors.security;
  const { language } = useLanguage();
  const { name, createdAt, lastUsedAt } = passkey;
  const moment = (at: number) => formatDateTime(at, language, timeZone);
  const used = lastUsedAt === undefined ? texts.unused : texts.used(moment(lastUsedAt));
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw={600} className="long-text">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.added(moment(createdAt))} · {used}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={texts.renameLabel(name)}
          onClick={() => onWork({ type: 'rename', passkey })}
        >
          {texts.rename}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={texts.removeLabel(name)}
          onClick={() => onWork({ type: 'removePasskey', passkey })}
        >
          {texts.remove}
        </Button>
      </Group>
    </Group>
  );
}

type DialogProps = {
  readonly work: Work;
  readonly onDone: (recoveryCodes?: readonly string[]) => void;
  readonly onClose: () => void;
};

function WorkDialog({ work, onDone, onClose }: DialogProps) {
  const { security: texts, setup } = useWords().factors;
  const removing = useMutation({ mutationFn: () => remove(work), onSuccess: () => onDone() });
  const renewing = useMutation({
    mutationFn: () => fetchJson('/session/recovery-codes', isRecoveryCodes, { method: 'POST' }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  switch (work.type) {
    case 'addPasskey':
    case 'setUpApp': {
      const Setup = work.type === 'setUpApp' ? AppSetup : PasskeySetup;
      return (
        <Modal
          opened
          onClose={onClose}
          title={work.type === 'setUpApp' ? texts.app : setup.create}
          closeOnClickOutside={false}
        >
          <Setup onDone={(codes) => onDone(codes)} />
        </Modal>
      );
    }
    case 'rename':
      return <RenameDialog passkey={work.passkey} onDone={() => onDone()} onClose={onClose} />;
    case 'renewCodes':
      return (
        <ConfirmDialog
          title={texts.renewal}
          texts={[texts.renewalText]}
          confirm={texts.create}
          work={renewing}
          onClose={onClose}
        />
      );
    default: {
      const isPasskey = work.type === 'removePasskey';
      return (
        <ConfirmDialog
          title={texts.removal(isPasskey ? work.passkey.name : texts.app)}
          texts={[isPasskey ? texts.passkeyRemoval : texts.appRemoval]}
          confirm={texts.remove}
          isDanger
          work={removing}
          onClose={onClose}
        />
      );
    }
  }
}

function remove(work: Work): Promise<Response> {
  const path =
    work.type === 'removePasskey' ? `/session/passkeys/${work.passkey.passkeyId}` : '/session/totp';
  return sendRequest(path, { method: 'DELETE' });
}

type RenameProps = {
  readonly passkey: PasskeyView;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

function RenameDialog({ passkey, onDone, onClose }: RenameProps) {
  const { security: texts, setup } = useWords().factors;
  const [name, setName] = useState(passkey.name);
  const saving = useMutation({
    mutationFn: () =>
      sendRequest(`/session/passkeys/${passkey.passkeyId}`, { method: 'PATCH', body: { name } }),
    onSuccess: onDone,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={texts.renameTitle(passkey.name)}>
      <form onSubmit={send}>
        <Stack>
          <TextInput
            label={setup.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={100}
            required
            data-autofocus
          />
          {saving.error && <ErrorAlert error={saving.error} />}
          <Button type="submit" loading={saving.isPending}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
