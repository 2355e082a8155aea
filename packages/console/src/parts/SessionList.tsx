import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { OpenSession } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSessions } from '../api/checks.ts';
import { fetchJson, sendRequest } from '../api/request.ts';
import { formatDistance } from '../time/formatDateTime.ts';
import { useNow } from '../time/useNow.ts';
import { timeZone } from '../time/wallClock.ts';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { ResponsiveTable } from './ResponsiveTable.tsx';
import { RowsSkeleton } from './Skeletons.tsx';

type Whose = { readonly operatorId: string; readonly name: string };

/** Where an operator is signed in; each session can be ended, or all but this one. */
export function SessionList({ whose }: { readonly whose: Whose }) {
  const texts = useWords().sessions;
  const [ending, setEnding] = useState<OpenSession | 'all'>();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', whose.operatorId],
    queryFn: () => fetchJson(pathOf(whose), isSessions),
  });
  const isOwn = data?.some(({ isThis }) => isThis) ?? false;
  const others = data?.filter(({ isThis }) => !isThis) ?? [];
  return (
    <Stack gap="sm">
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton rows={2} />}
      {data?.length === 0 && <Text size="sm">{texts.none}</Text>}
      {data && data.length > 0 && <SessionTable sessions={data} onEnd={setEnding} />}
      {others.length > 0 && (
        <div>
          <Button variant="light" color="red" onClick={() => setEnding('all')}>
            {isOwn ? texts.endOthers : texts.endAll}
          </Button>
        </div>
      )}
      {ending && (
        <EndDialog whose={whose} isOwn={isOwn} ending={ending} onClose={() => setEnding(undefined)} />
      )}
    </Stack>
  );
}

type OnEnd = (session: OpenSession) => void;

function SessionTable({
  sessions,
  onEnd,
}: {
  readonly sessions: readonly OpenSession[];
  readonly onEnd: OnEnd;
}) {
  const texts = useWords().sessions;
  const { language } = useLanguage();
  const now = useNow();
  const nameOf = useDeviceName();
  const { columns } = texts;
  const when = (at: number, address: string | undefined) => {
    const distance = formatDistance(at, now, language, timeZone);
    return address === undefined ? distance : texts.from(distance, address);
  };
  const rows = sessions.map((session) => ({
    id: session.sessionId,
    cells: [
      <Group key="device" gap="xs">
        <Text size="sm" fw={600}>
          {nameOf(session)}
        </Text>
        {session.isThis && (
          <Badge size="sm" variant="light" tt="none">
            {texts.isThis}
          </Badge>
        )}
      </Group>,
      when(session.createdAt, session.address),
      when(session.lastUsedAt ?? session.createdAt, session.lastAddress ?? session.address),
      // This one is ended by signing out.
      !session.isThis && (
        <Button
          key="end"
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={texts.endLabel(nameOf(session))}
          onClick={() => onEnd(session)}
        >
          {texts.end}
        </Button>
      ),
    ],
  }));
  return (
    <ResponsiveTable
      label={texts.title}
      columns={[columns.device, columns.created, columns.used, columns.actions]}
      rows={rows}
    />
  );
}

type EndProps = {
  readonly whose: Whose;
  readonly isOwn: boolean;
  readonly ending: OpenSession | 'all';
  readonly onClose: () => void;
};

function EndDialog({ whose, isOwn, ending, onClose }: EndProps) {
  const texts = useWords().sessions;
  const nameOf = useDeviceName();
  const client = useQueryClient();
  const path = ending === 'all' ? pathOf(whose) : `${pathOf(whose)}/${encodeURIComponent(ending.sessionId)}`;
  const work = useMutation({
    mutationFn: () => sendRequest(path, { method: 'DELETE' }),
    async onSuccess() {
      const before = client.getQueryData<readonly OpenSession[]>(['sessions', whose.operatorId]) ?? [];
      const others = before.filter(({ isThis }) => !isThis).length;
      await client.invalidateQueries({ queryKey: ['sessions', whose.operatorId] });
      notifications.show({ message: texts.ended(ending === 'all' ? others : 1) });
      onClose();
    },
  });
  const title = isOwn ? texts.endOthersTitle : texts.endAllTitle(whose.name);
  return (
    <ConfirmDialog
      title={ending === 'all' ? title : texts.endOne}
      texts={[ending === 'all' ? texts.endAllText : texts.endOneText(nameOf(ending))]}
      confirm={texts.end}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}

/** As in "Firefox on Windows". */
function useDeviceName(): (session: OpenSession) => string {
  const texts = useWords().sessions;
  return ({ browser, system }) =>
    browser !== undefined && system !== undefined
      ? texts.device(browser, system)
      : (browser ?? system ?? texts.unknown);
}

function pathOf({ operatorId }: Whose): string {
  return `/operators/${encodeURIComponent(operatorId)}/sessions`;
}
