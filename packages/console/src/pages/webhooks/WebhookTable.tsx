import { Anchor, Badge, Button, Group, Menu, Stack, Text, Tooltip } from '@mantine/core';
import type { WebhookView } from '@newsstand/contract/manage';
import { Link } from 'wouter';
import { webhookHref } from '../../api/paths.ts';
import { IconHistory, IconPencil, IconPower, IconRefresh, IconSend } from '../../icons/icons.tsx';
import { ActionMenu, RemoveItem } from '../../parts/ActionMenu.tsx';
import { ResponsiveTable } from '../../parts/ResponsiveTable.tsx';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { grantLabel } from '../keys/grants.ts';
import { aboutOf, offReason } from './describeWebhook.ts';
import type { WebhookAction } from './WebhookActions.tsx';

type OnAction = (action: WebhookAction) => void;

type Props = { readonly webhooks: readonly WebhookView[]; readonly onAction: OnAction };

/** Webhooks with what they tell about, and what became of their last call. */
export function WebhookTable({ webhooks, onAction }: Props) {
  const texts = useWords().webhooks;
  const { columns } = texts;
  const { language } = useLanguage();
  const rows = webhooks.map((webhook) => ({
    id: webhook.webhookId,
    cells: [
      <Anchor key="url" component={Link} href={webhookHref(webhook)} size="sm" fw={600}>
        <code className="plain-code">{webhook.url}</code>
      </Anchor>,
      <Text key="scope" size="sm">
        {grantLabel(webhook, language)}
      </Text>,
      <About key="about" webhook={webhook} />,
      <State key="state" webhook={webhook} onAction={onAction} />,
      <LastCall key="lastCall" webhook={webhook} />,
      <WebhookMenu key="menu" webhook={webhook} onAction={onAction} />,
    ],
  }));
  const { url, scope, about, state, lastCall, actions } = columns;
  return (
    <ResponsiveTable
      label={texts.title}
      columns={[url, scope, about, state, lastCall, actions]}
      rows={rows}
    />
  );
}

function About({ webhook }: { readonly webhook: WebhookView }) {
  const texts = useWords().webhooks;
  const { language } = useLanguage();
  const { kinds, events } = aboutOf(webhook, language);
  return (
    <Stack gap={2} className="cell-end" miw="8.5rem">
      <Text size="sm">{kinds}</Text>
      <Text size="xs" c="dimmed">
        {events}
      </Text>
      <Group gap={4}>
        {webhook.build && <Note label={texts.build} hint={texts.buildHint} colour="blue" />}
        {webhook.drafts && <Note label={texts.drafts} hint={texts.draftsHint} colour="violet" />}
      </Group>
    </Stack>
  );
}

function Note({ label, hint, colour }: { label: string; hint: string; colour: string }) {
  return (
    <Tooltip label={hint} withArrow>
      <Badge size="sm" variant="light" color={colour} tt="none">
        {label}
      </Badge>
    </Tooltip>
  );
}

/** On or off, and why. */
function State({ webhook, onAction }: { readonly webhook: WebhookView; readonly onAction: OnAction }) {
  const texts = useWords().webhooks;
  const { language } = useLanguage();
  const { disabledAt, disabledBecause, oldSecretUntil } = webhook;
  const isOn = disabledAt === undefined;
  return (
    <Stack gap={4} className="cell-end">
      <StateOfWebhook isOn={isOn} />
      {disabledBecause !== undefined && <Text size="xs">{offReason(disabledBecause, language)}</Text>}
      {oldSecretUntil !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.oldSecret(formatDateTime(oldSecretUntil, language, timeZone))}
        </Text>
      )}
      {!isOn && (
        <Button size="compact-xs" variant="light" onClick={() => onAction({ type: 'switch', webhook })}>
          {texts.switchOn}
        </Button>
      )}
    </Stack>
  );
}

/** Whether a webhook is on, as a coloured badge. */
export function StateOfWebhook({ isOn }: { readonly isOn: boolean }) {
  const texts = useWords().webhooks;
  return (
    <Badge size="sm" variant="light" tt="none" color={isOn ? 'green' : 'red'}>
      {isOn ? texts.on : texts.off}
    </Badge>
  );
}

function LastCall({ webhook: { lastCall, pending } }: { readonly webhook: WebhookView }) {
  const texts = useWords().webhooks;
  const { language } = useLanguage();
  const now = useNow();
  return (
    <Stack gap={2} className="cell-end nowrap">
      {lastCall === undefined && <Text size="sm">{texts.notCalled}</Text>}
      {lastCall && (
        <Group gap={6} wrap="nowrap">
          <Badge
            size="sm"
            variant="light"
            tt="none"
            miw="max-content"
            color={lastCall.isDelivered ? 'green' : 'red'}
          >
            {lastCall.status ?? texts.noResponse}
          </Badge>
          <Text
            component="time"
            size="sm"
            dateTime={new Date(lastCall.at).toISOString()}
            title={formatDateTime(lastCall.at, language, timeZone)}
          >
            {formatDistance(lastCall.at, now, language, timeZone)}
          </Text>
        </Group>
      )}
      {pending > 0 && (
        <Text size="xs" c="dimmed">
          {texts.pending(pending)}
        </Text>
      )}
    </Stack>
  );
}

/** Everything that can be done with a webhook. */
function WebhookMenu({ webhook, onAction }: { readonly webhook: WebhookView; readonly onAction: OnAction }) {
  const texts = useWords().webhooks;
  return (
    <ActionMenu label={texts.actionsFor(webhook.url)}>
      <Menu.Item component={Link} href={webhookHref(webhook)} leftSection={<IconHistory size={16} />}>
        {texts.log}
      </Menu.Item>
      <WebhookMenuItems webhook={webhook} onAction={onAction} />
    </ActionMenu>
  );
}

/** The entries of a webhook's menu that open a dialog. */
export function WebhookMenuItems({
  webhook,
  onAction,
}: {
  readonly webhook: WebhookView;
  readonly onAction: OnAction;
}) {
  const texts = useWords().webhooks;
  const act = (type: WebhookAction['type']) => () => onAction({ type, webhook });
  return (
    <>
      <Menu.Item leftSection={<IconSend size={16} />} onClick={act('test')}>
        {texts.test}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={act('edit')}>
        {texts.edit}
      </Menu.Item>
      <Menu.Item leftSection={<IconRefresh size={16} />} onClick={act('rotate')}>
        {texts.rotate}
      </Menu.Item>
      <Menu.Item leftSection={<IconPower size={16} />} onClick={act('switch')}>
        {webhook.disabledAt === undefined ? texts.switchOff : texts.switchOn}
      </Menu.Item>
      <RemoveItem onClick={act('remove')}>{texts.remove}</RemoveItem>
    </>
  );
}
