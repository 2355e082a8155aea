import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TokenView } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isIssuedToken, isTokens } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { FoldTable } from '../../parts/FoldTable.tsx';
import { NameInput } from '../../parts/NameInput.tsx';
import { OnceDialog } from '../../parts/OnceDialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { MomentInput } from '../../time/MomentInput.tsx';
import { quickExpiries } from '../../time/nextMoment.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** The own tokens: what lets scripts in. */
export function TokenPanel() {
  const texts = useWords().account;
  const [isMaking, setMaking] = useState(false);
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
          onClick={() => setMaking(true)}
        >
          {texts.newToken}
        </Button>
      </Group>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <Loader />}
      {data?.length === 0 && <Text size="sm">{texts.noTokens}</Text>}
      {data && data.length > 0 && <TokenTable tokens={data} />}
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
    </Panel>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly TokenView[] }) {
  const words = useWords().account;
  const texts = words.token;
  const { language } = useLanguage();
  const now = useNow();
  const [ending, setEnding] = useState<TokenView>();
  const { heads } = texts;
  const rows = tokens.map((token) => ({
    id: token.tokenId,
    cells: [
      <Text key="name" size="sm" fw={600}>
        {token.name}
      </Text>,
      formatDistance(token.createdAt, now, language, timeZone),
      token.expiresAt === undefined ? texts.never : formatMoment(token.expiresAt, language, timeZone),
      token.lastUsedAt === undefined
        ? texts.never
        : formatDistance(token.lastUsedAt, now, language, timeZone),
      <Button
        key="end"
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={texts.endLabel(token.name)}
        onClick={() => setEnding(token)}
      >
        {texts.end}
      </Button>,
    ],
  }));
  return (
    <>
      <FoldTable
        label={words.tokens}
        heads={[heads.name, heads.made, heads.ends, heads.used, heads.actions]}
        rows={rows}
      />
      {ending && <TokenRemoval token={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

/** Makes a token, and shows it this once. */
function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusBack();
  const texts = useWords().account.token;
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [expiresAt, setExpiresAt] = useState<number>();
  const making = useMutation({
    mutationFn: () =>
      fetchJson('/session/tokens', isIssuedToken, { method: 'POST', body: { name, expiresAt } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  if (making.data) return <IssuedTokenDialog token={making.data.token} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.dialog}>
      <form onSubmit={send}>
        <Stack>
          <NameInput label={texts.name} description={texts.nameHint} value={name} onChange={setName} />
          <MomentInput
            label={texts.expiresAt}
            description={texts.expiresHint}
            quick={quickExpiries}
            value={expiresAt}
            onChange={setExpiresAt}
          />
          {making.error && <ErrorAlert error={making.error} />}
          <Button type="submit" loading={making.isPending}>
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
    <OnceDialog title={texts.issued} text={texts.once} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.label} code={token} onCopied={onCopied} />
          <Snippet label="curl" code={curl} onCopied={onCopied} />
        </>
      )}
    </OnceDialog>
  );
}

/** Ends a token. */
function TokenRemoval({ token, onClose }: { readonly token: TokenView; readonly onClose: () => void }) {
  const texts = useWords().account.token;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () =>
      sendRequest(`/session/tokens/${encodeURIComponent(token.tokenId)}`, { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['tokens'] });
      notifications.show({ message: texts.ended(token.name) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.removal(token.name)}
      texts={[texts.removalText]}
      confirm={texts.end}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
