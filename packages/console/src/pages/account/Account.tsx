import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SignedOut } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, fetchJson, sendRequest } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { roleLabel } from '../../parts/roleLabel.ts';
import { SessionList } from '../../parts/SessionList.tsx';
import { useSignOut } from '../../shell/AccountMenu.tsx';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { languageNames, nameOfLanguage } from '../../words/languages.ts';
import { IdentityPanel } from './IdentityPanel.tsx';
import { MailPanel } from './MailPanel.tsx';
import { SecurityPanel } from './SecurityPanel.tsx';
import { TokenPanel } from './TokenPanel.tsx';

/** The account of the operator who is signed in. */
export default function Account() {
  const texts = useWords().account;
  const { operator } = useSession();
  return (
    <Stack>
      <PageHead title={texts.title} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ProfilePanel />
        {operator.hasPassword && <PasswordPanel />}
        <SecurityPanel />
        <AppearancePanel />
        <MailPanel />
        <SessionPanel />
        <IdentityPanel />
      </SimpleGrid>
      <SessionsPanel />
      <TokenPanel />
    </Stack>
  );
}

/** Where the operator is signed in. */
function SessionsPanel() {
  const texts = useWords().sessions;
  const { operator } = useSession();
  return (
    <Panel title={texts.title}>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      <SessionList whose={operator} />
    </Panel>
  );
}

function SessionPanel() {
  const texts = useWords().account;
  const { language } = useLanguage();
  const now = useNow();
  const { expiresAt, service } = useSession();
  const signOut = useSignOut();
  const { everywhere } = useWords().providers;
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Panel title={texts.session}>
      {expiresAt !== undefined && (
        <Text size="sm">
          {texts.endsAt(
            formatDateTime(expiresAt, language, timeZone),
            formatDistance(expiresAt, now, language, timeZone),
          )}{' '}
          {texts.idle}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="long-text">
        {texts.service(service.version, service.store, service.node)}
      </Text>
      <div>
        <Group gap="xs">
          <Button variant="default" onClick={() => signOut()}>
            {texts.signOut}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
            {everywhere}
          </Button>
        </Group>
      </div>
      {isLeaving && <EverywhereDialog onClose={() => setLeaving(false)} />}
    </Panel>
  );
}

/** Ends every session, and then the one at the provider from which this one came. */
function EverywhereDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useWords().providers;
  const work = useMutation({
    mutationFn: () => fetchJson('/session/everywhere', isSignedOut, { method: 'DELETE' }),
    onSuccess: ({ url }) => location.assign(url ?? '/console/'),
  });
  return (
    <ConfirmDialog
      title={texts.everywhereTitle}
      texts={[texts.everywhereText]}
      confirm={texts.everywhere}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}

function isSignedOut(value: unknown): value is SignedOut {
  return typeof value === 'object' && value !== null;
}

/** The language and colours of the console in this browser. */
function AppearancePanel() {
  const { appearance } = useWords().account;
  const texts = useWords().shell;
  const { language, setLanguage } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={appearance}>
      <Text size="sm" fw={500}>
        {texts.language}
      </Text>
      <SegmentedControl
        aria-label={texts.language}
        value={language}
        onChange={setLanguage}
        data={languageNames.map((name) => ({ value: name, label: nameOfLanguage(name) }))}
      />
      <Text size="sm" fw={500}>
        {texts.colours}
      </Text>
      <SegmentedControl
        aria-label={texts.colours}
        value={colorScheme}
        onChange={setColorScheme}
        data={(['light', 'dark', 'auto'] as const).map((name) => ({ value: name, label: texts[name] }))}
      />
    </Panel>
  );
}

/** The operator's name, which they can change, and their roles, which they cannot. */
function ProfilePanel() {
  const { account: texts, permissions } = useWords();
  const { language } = useLanguage();
  const { operator } = useSession();
  return (
    <Panel title={texts.you}>
      <NameForm operatorId={operator.operatorId} known={operator.name} />
      <Text size="sm">
        {texts.operatorId}: <strong>{operator.operatorId}</strong>
      </Text>
      <Text size="sm">{texts.roles}:</Text>
      <List size="sm">
        {operator.roles.map((grant) => (
          <List.Item key={roleLabel(grant, language)}>{roleLabel(grant, language)}</List.Item>
        ))}
      </List>
      <Anchor component={Link} href="/permissions" size="sm">
        {permissions.ownLink}
      </Anchor>
    </Panel>
  );
}

function NameForm({ operatorId, known }: { readonly operatorId: string; readonly known: string }) {
  const texts = useWords().account;
  const client = useQueryClient();
  const [name, setName] = useState(known);
  const saving = useMutation({
    mutationFn: () =>
      sendRequest(`/operators/${encodeURIComponent(operatorId)}`, { method: 'PATCH', body: { name } }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.saved });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={send}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={100}
        autoComplete="name"
        required
      />
      {saving.error && <ErrorAlert error={saving.error} />}
      <Button
        type="submit"
        mt="xs"
        variant="light"
        loading={saving.isPending}
        disabled={name.trim() === known}
      >
        {texts.save}
      </Button>
    </form>
  );
}

const minPasswordLength = 12;

/** Changes the operator's password. */
function PasswordPanel() {
  const texts = useWords().account;
  const { operatorId } = useSession().operator;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const changing = useMutation({
    mutationFn: () => sendRequest('/session/password', { method: 'PUT', body: { current, next } }),
    onSuccess() {
      setCurrent('');
      setNext('');
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (next.length >= minPasswordLength) changing.mutate();
  };
  const isWrong = isAbout(changing.error, 'current');
  const isShort = next !== '' && next.length < minPasswordLength;
  const visibilityToggleButtonProps = { 'aria-label': texts.show };
  return (
    <Panel title={texts.password}>
      <form onSubmit={send}>
        <Stack gap="sm">
          {/* For password managers. */}
          <input type="text" name="username" autoComplete="username" value={operatorId} readOnly hidden />
          <PasswordInput
            label={texts.current}
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            error={isWrong && texts.wrong}
            autoComplete="current-password"
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            required
          />
          <PasswordInput
            label={texts.next}
            description={texts.nextHint}
            value={next}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
            error={isShort && texts.tooShort}
            autoComplete="new-password"
            maxLength={200}
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            required
          />
          {changing.error && !isWrong && <ErrorAlert error={changing.error} />}
          {changing.isSuccess && (
            <Alert color="green" role="status">
              {texts.changed}
            </Alert>
          )}
          <div>
            <Button type="submit" variant="light" loading={changing.isPending}>
              {texts.change}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

/** Whether a request was refused because of one of its members. */
function isAbout(error: unknown, member: string): boolean {
  return error instanceof ApiError && (error.problem.errors?.some(({ path }) => path === member) ?? false);
}
