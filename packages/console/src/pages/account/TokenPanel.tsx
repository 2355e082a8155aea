import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { RoleGrant, TokenView } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isIssuedToken, isTokens } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { IconPlus } from '../../icons/icons.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { NameInput } from '../../parts/NameInput.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ResponsiveTable } from '../../parts/ResponsiveTable.tsx';
import { RolePicker } from '../../parts/RolePicker.tsx';
import { roleLabel } from '../../parts/roleLabel.ts';
import { SecretDialog } from '../../parts/SecretDialog.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { DateTimeInput } from '../../time/DateTimeInput.tsx';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { quickExpiries } from '../../time/quickTimes.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** The operator's tokens, for scripts. */
export function TokenPanel() {
  const texts = useWords().account;
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['tokens'],
    queryFn: () => fetchJson('/session/tokens', isTokens),
  });
  return (
    <Panel title={texts.tokens}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {texts.tokensText}
        </Text>
        <Button
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {texts.newToken}
        </Button>
      </Group>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton rows={2} />}
      {data?.length === 0 && <Text size="sm">{texts.noTokens}</Text>}
      {data && data.length > 0 && <TokenTable tokens={data} />}
      {isCreating && <TokenDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly TokenView[] }) {
  const { account: words, tokenScopes: scopes } = useWords();
  const texts = words.token;
  const { language } = useLanguage();
  const now = useNow();
  const [revoking, setRevoking] = useState<TokenView>();
  const { columns } = texts;
  const rows = tokens.map((token) => ({
    id: token.tokenId,
    cells: [
      <Text key="name" size="sm" fw={600}>
        {token.name}
      </Text>,
      token.scopes === undefined
        ? scopes.all
        : token.scopes.map((scope) => (
            <Text key={roleLabel(scope, language)} size="sm" className="long-text">
              {roleLabel(scope, language)}
            </Text>
          )),
      formatDistance(token.createdAt, now, language, timeZone),
      token.expiresAt === undefined ? texts.never : formatDateTime(token.expiresAt, language, timeZone),
      token.lastUsedAt === undefined
        ? texts.never
        : formatDistance(token.lastUsedAt, now, language, timeZone),
      <Button
        key="revoke"
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={texts.revokeLabel(token.name)}
        onClick={() => setRevoking(token)}
      >
        {texts.revoke}
      </Button>,
    ],
  }));
  return (
    <>
      <ResponsiveTable
        label={words.tokens}
        columns={[
          columns.name,
          scopes.column,
          columns.created,
          columns.expires,
          columns.used,
          columns.actions,
        ]}
        rows={rows}
      />
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

/** Creates a token, and shows it once. */
function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const { account, tokenScopes } = useWords();
  const texts = account.token;
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isLimited, setLimited] = useState(false);
  const [scopes, setScopes] = useState<readonly RoleGrant[]>([]);
  const [isTried, setTried] = useState(false);
  const [expiresAt, setExpiresAt] = useState<number>();
  const creating = useMutation({
    mutationFn: () => {
      const body = { name, expiresAt, ...(isLimited && { scopes }) };
      return fetchJson('/session/tokens', isIssuedToken, { method: 'POST', body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isLimited || scopes.length > 0) creating.mutate();
  };
  if (creating.data) return <IssuedTokenDialog token={creating.data.token} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.dialog} size="lg">
      <form onSubmit={send}>
        <Stack>
          <NameInput label={texts.name} description={texts.nameHint} value={name} onChange={setName} />
          <Checkbox
            label={tokenScopes.limit}
            description={tokenScopes.limitHint}
            checked={isLimited}
            onChange={({ currentTarget }) => setLimited(currentTarget.checked)}
          />
          {isLimited && (
            <RolePicker
              label={tokenScopes.roles}
              needed="viewer"
              value={scopes}
              onChange={setScopes}
              error={isTried && scopes.length === 0 ? tokenScopes.missing : undefined}
            />
          )}
          <DateTimeInput
            label={texts.expiresAt}
            description={texts.expiresHint}
            quick={quickExpiries}
            value={expiresAt}
            onChange={setExpiresAt}
          />
          {creating.error && <ErrorAlert error={creating.error} />}
          <Button type="submit" loading={creating.isPending}>
            {texts.create}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function IssuedTokenDialog({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const texts = useWords().account.token;
  const curl = `curl "${location.origin}${manageRoot}/projects" \\\n  -H "authorization: Bearer ${token}"`;
  return (
    <SecretDialog title={texts.issued} text={texts.once} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.label} code={token} onCopied={onCopied} />
          <Snippet label="curl" code={curl} onCopied={onCopied} />
        </>
      )}
    </SecretDialog>
  );
}

/** Revokes a token. */
function RevokeDialog({ token, onClose }: { readonly token: TokenView; readonly onClose: () => void }) {
  const texts = useWords().account.token;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () =>
      sendRequest(`/session/tokens/${encodeURIComponent(token.tokenId)}`, { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['tokens'] });
      notifications.show({ message: texts.revoked(token.name) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.removal(token.name)}
      texts={[texts.removalText]}
      confirm={texts.revoke}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
