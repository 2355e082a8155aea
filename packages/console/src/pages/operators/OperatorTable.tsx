import { Badge, Group, Menu, Stack, Text } from '@mantine/core';
import type { OperatorView } from '@newsstand/contract/manage';
import { useSession } from '../../api/SessionProvider.tsx';
import { IconDevices, IconLink, IconPencil, IconShieldOff, IconTrash } from '../../icons/icons.tsx';
import { ActionMenu } from '../../parts/ActionMenu.tsx';
import { ResponsiveTable } from '../../parts/ResponsiveTable.tsx';
import { roleLabel } from '../../parts/roleLabel.ts';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** The actions on an operator. */
export type OperatorAction = 'change' | 'link' | 'sessions' | 'reset' | 'remove';

type OnAction = (type: OperatorAction, operator: OperatorView) => void;

/** Operators with their roles, and when they were last seen. */
export function OperatorTable({
  operators,
  onAction,
}: {
  readonly operators: readonly OperatorView[];
  readonly onAction: OnAction;
}) {
  const texts = useWords().operators;
  const { columns } = texts;
  const own = useSession().operator.operatorId;
  const rows = operators.map((operator) => ({
    id: operator.operatorId,
    cells: [
      <OperatorName key="name" operator={operator} isOwn={operator.operatorId === own} />,
      <Roles key="roles" operator={operator} />,
      <LastSeen key="state" operator={operator} />,
      // Nobody can lock themselves out by accident.
      operator.operatorId !== own && <OperatorMenu key="menu" operator={operator} onAction={onAction} />,
    ],
  }));
  return (
    <ResponsiveTable
      label={texts.title}
      columns={[columns.name, columns.roles, columns.state, columns.actions]}
      rows={rows}
    />
  );
}

function OperatorName({ operator, isOwn }: { readonly operator: OperatorView; readonly isOwn: boolean }) {
  const { operators: texts, factors } = useWords();
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {operator.name}
        </Text>
        {isOwn && (
          <Badge size="sm" variant="light" tt="none">
            {texts.you}
          </Badge>
        )}
        {operator.hasSecondFactor && (
          <Badge size="sm" variant="light" color="green" tt="none">
            {factors.has}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {operator.operatorId}
      </Text>
    </Stack>
  );
}

function Roles({ operator: { roles } }: { readonly operator: OperatorView }) {
  const { language } = useLanguage();
  return (
    <Stack gap={0}>
      {roles.map((grant) => (
        <Text key={roleLabel(grant, language)} size="sm" className="long-text">
          {roleLabel(grant, language)}
        </Text>
      ))}
    </Stack>
  );
}

function LastSeen({ operator }: { readonly operator: OperatorView }) {
  const texts = useWords().operators;
  const { language } = useLanguage();
  const now = useNow();
  const { hasPassword, invitedUntil, lastSeenAt } = operator;
  if (invitedUntil !== undefined) return texts.invited(formatDateTime(invitedUntil, language, timeZone));
  if (!hasPassword) return texts.lapsed;
  if (lastSeenAt === undefined) return texts.unseen;
  return texts.seen(formatDistance(lastSeenAt, now, language, timeZone));
}

function OperatorMenu({
  operator,
  onAction,
}: {
  readonly operator: OperatorView;
  readonly onAction: OnAction;
}) {
  const { operators: texts, sessions, factors } = useWords();
  return (
    <ActionMenu label={texts.actionsFor(operator.name)}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onAction('change', operator)}>
        {texts.change}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} />} onClick={() => onAction('link', operator)}>
        {texts.link}
      </Menu.Item>
      <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => onAction('sessions', operator)}>
        {sessions.open}
      </Menu.Item>
      {operator.hasSecondFactor && (
        <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => onAction('reset', operator)}>
          {factors.reset.action}
        </Menu.Item>
      )}
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => onAction('remove', operator)}
      >
        {texts.remove}
      </Menu.Item>
    </ActionMenu>
  );
}
