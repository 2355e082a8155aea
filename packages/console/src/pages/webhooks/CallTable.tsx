import { ActionIcon, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DeliveryView, WebhookView } from '@newsstand/contract/manage';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isDelivery } from '../../api/checks.ts';
import { webhookPath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { IconChevronDown, IconChevronRight } from '../../icons/icons.tsx';
import { useErrorText } from '../../parts/describeError.ts';
import { ResponsiveTable, type TableRow } from '../../parts/ResponsiveTable.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { formatDay, formatTime } from '../../time/formatDateTime.ts';
import { timeZone, wallClock } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { formatDuration, prettyJson, subjectOf } from './describeWebhook.ts';
import { useRefreshWebhooks } from './webhookQueries.ts';

type Props = { readonly webhook: WebhookView; readonly calls: readonly DeliveryView[] };

/** Calls with what became of them; each can be opened, and sent again. */
export function CallTable({ webhook, calls }: Props) {
  const texts = useWords().calls;
  const { language } = useLanguage();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (number: number) => {
    const next = new Set(opened);
    if (!next.delete(number)) next.add(number);
    setOpened(next);
  };
  const rows = calls.flatMap((call): TableRow[] => {
    const isOpen = opened.has(call.number);
    const row = {
      id: `${call.number}`,
      cells: [
        <Event key="event" call={call} isOpen={isOpen} onToggle={() => toggle(call.number)} />,
        <Result key="result" call={call} />,
        <Sent key="sent" at={call.lastAttemptAt} />,
        call.milliseconds === undefined ? null : formatDuration(call.milliseconds, language),
        `${call.attempts}`,
        canRepeat(webhook, call) && <SendAgain key="again" webhook={webhook} call={call} />,
      ],
    };
    return isOpen ? [row, { id: `${call.number} details`, whole: <Details call={call} /> }] : [row];
  });
  const { event, result, sent, duration, attempts, actions } = texts.columns;
  return (
    <ResponsiveTable
      label={texts.title}
      columns={[event, result, sent, duration, attempts, actions]}
      rows={rows}
    />
  );
}

type EventProps = { readonly call: DeliveryView; readonly isOpen: boolean; readonly onToggle: () => void };

/** The type of an event and what it is about; opens the details. */
function Event({ call, isOpen, onToggle }: EventProps) {
  const texts = useWords().calls;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <ActionIcon
        variant="subtle"
        flex="none"
        aria-expanded={isOpen}
        aria-label={texts.detailsOf(call.number)}
        onClick={onToggle}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
      <Stack gap={2}>
        <div>
          <Code>{call.type}</Code>
        </div>
        <Text size="xs" c="dimmed" component="code" className="plain-code">
          {subjectOf(call.body)}
        </Text>
      </Stack>
    </Group>
  );
}

const colours = { delivered: 'green', failed: 'red', dropped: 'gray', waiting: 'blue', retrying: 'yellow' };

/** What became of a call so far. */
function outcomeOf({ state, attempts }: DeliveryView): keyof typeof colours {
  if (state === 'pending') return attempts === 0 ? 'waiting' : 'retrying';
  return state === 'failed' && attempts === 0 ? 'dropped' : state;
}

function Result({ call }: { readonly call: DeliveryView }) {
  const texts = useWords().calls;
  const { noResponse } = useWords().webhooks;
  const { language } = useLanguage();
  const { status, error, dueAt, attempts } = call;
  const outcome = outcomeOf(call);
  const answer = status === undefined && error !== undefined ? noResponse : status;
  return (
    <Stack gap={2} className="cell-end">
      <Group gap={6} wrap="nowrap" className="nowrap">
        <Badge size="sm" variant="light" tt="none" miw="max-content" color={colours[outcome]}>
          {texts.states[outcome]}
        </Badge>
        {answer !== undefined && <Text size="sm">{answer}</Text>}
      </Group>
      {dueAt !== undefined && attempts > 0 && (
        <Text size="xs" c="dimmed" className="nowrap">
          {texts.next(formatTime(dueAt, language, timeZone, true))}
        </Text>
      )}
    </Stack>
  );
}

/** The time, and the day unless it is today. */
function Sent({ at }: { readonly at: number | undefined }) {
  const texts = useWords().calls;
  const { language } = useLanguage();
  if (at === undefined) return texts.notSent;
  const dayOf = (moment: number) => wallClock(moment, timeZone).slice(0, 10);
  const day = dayOf(at) === dayOf(Date.now()) ? '' : `${formatDay(dayOf(at), language)} `;
  return (
    <time dateTime={new Date(at).toISOString()}>
      {day}
      {formatTime(at, language, timeZone, true)}
    </time>
  );
}

/** What is still waiting will be sent anyway; a webhook that is off is not called. */
function canRepeat({ disabledAt }: WebhookView, { state }: DeliveryView): boolean {
  return state !== 'pending' && disabledAt === undefined;
}

function SendAgain({ webhook, call }: { readonly webhook: WebhookView; readonly call: DeliveryView }) {
  const texts = useWords().calls;
  const describe = useErrorText();
  const refresh = useRefreshWebhooks();
  const { number } = call;
  const sending = useMutation({
    mutationFn: () =>
      fetchJson(`${webhookPath(webhook)}/deliveries/${number}/replay`, isDelivery, { method: 'POST' }),
    async onSuccess() {
      notifications.show({ message: texts.willSend });
      await refresh();
    },
    onError: (error) => {
      const { title, message } = describe(error);
      notifications.show({ color: 'red', title, message });
    },
  });
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-label={texts.againOf(number)}
      loading={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {texts.again}
    </Button>
  );
}

/** What was sent, and what came back. */
function Details({ call }: { readonly call: DeliveryView }) {
  const texts = useWords().calls;
  const { messageId, body, status, response = '', error } = call;
  return (
    <Stack gap="sm" flex={1} miw={0}>
      <Text size="sm">
        {texts.message}: <Code>{messageId}</Code>
      </Text>
      <Snippet label={texts.request} code={prettyJson(body)} />
      {status !== undefined && (
        <Snippet
          label={`${texts.response}: ${status}`}
          code={response === '' ? texts.emptyResponse : response}
        />
      )}
      {error !== undefined && <Snippet label={texts.error} code={error} />}
    </Stack>
  );
}
