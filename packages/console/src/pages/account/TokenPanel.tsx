import { Button, Group, Loader, Text } from '@mantine/core';
import type { TokenView } from '@newsstand/contract/manage';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { FoldTable } from '../../parts/FoldTable.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useNow } from '../../time/useNow.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { TokenDialog } from './TokenDialog.tsx';
import { TokenRemoval } from './TokenRemoval.tsx';

/** The own tokens: what lets scripts in. */
export function TokenPanel() {
  const texts = useWords().account;
  const [isMaking, setMaking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['tokens'],
    queryFn: () => ask<TokenView[]>('/session/tokens'),
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
      {error && <Trouble error={error} onRetry={refetch} />}
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
