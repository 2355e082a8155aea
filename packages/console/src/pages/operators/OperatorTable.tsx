import { Badge, Group, Menu, Stack, Text } from '@mantine/core';
import type { OperatorView } from '@newsstand/contract/manage';
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../api/SessionProvider.tsx';
import { DotsMenu } from '../../parts/DotsMenu.tsx';
import { FoldTable } from '../../parts/FoldTable.tsx';
import { roleInWords } from '../../parts/roleInWords.ts';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** What can be done to an operator. */
export type OperatorWork = 'change' | 'link' | 'remove';

type OnWork = (type: OperatorWork, operator: OperatorView) => void;

/** Operators with their roles, and when they were here last. */
export function OperatorTable({
  operators,
  onWork,
}: {
  readonly operators: readonly OperatorView[];
  readonly onWork: OnWork;
}) {
  const texts = useWords().operators;
  const { heads } = texts;
  const own = useSession().operator.operatorId;
  const rows = operators.map((operator) => ({
    id: operator.operatorId,
    cells: [
      <OperatorName key="name" operator={operator} isOwn={operator.operatorId === own} />,
      <Roles key="roles" operator={operator} />,
      <Presence key="state" operator={operator} />,
      // Nobody locks themselves out by a slip.
      operator.operatorId !== own && <OperatorMenu key="menu" operator={operator} onWork={onWork} />,
    ],
  }));
  return (
    <FoldTable
      label={texts.title}
      heads={[heads.name, heads.roles, heads.state, heads.actions]}
      rows={rows}
    />
  );
}

function OperatorName({ operator, isOwn }: { readonly operator: OperatorView; readonly isOwn: boolean }) {
  const texts = useWords().operators;
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
        <Text key={grant.projectId} size="sm">
          {roleInWords(grant, language)}
        </Text>
      ))}
    </Stack>
  );
}

function Presence({ operator }: { readonly operator: OperatorView }) {
  const texts = useWords().operators;
  const { language } = useLanguage();
  const now = useNow();
  const { hasPassword, invitedUntil, lastSeenAt } = operator;
  if (invitedUntil !== undefined) return texts.invited(formatMoment(invitedUntil, language, timeZone));
  if (!hasPassword) return texts.lapsed;
  if (lastSeenAt === undefined) return texts.unseen;
  return texts.seen(formatDistance(lastSeenAt, now, language, timeZone));
}

function OperatorMenu({ operator, onWork }: { readonly operator: OperatorView; readonly onWork: OnWork }) {
  const texts = useWords().operators;
  return (
    <DotsMenu label={texts.actionsFor(operator.name)}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onWork('change', operator)}>
        {texts.change}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} />} onClick={() => onWork('link', operator)}>
        {texts.link}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onWork('remove', operator)}>
        {texts.remove}
      </Menu.Item>
    </DotsMenu>
  );
}
