import { Badge, Code, Group, Menu, Stack, Text, Tooltip } from '@mantine/core';
import type { KeyView } from '@newsstand/contract/manage';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { useSession } from '../../api/SessionProvider.tsx';
import { IconRefresh } from '../../icons/icons.tsx';
import { ActionMenu, RemoveItem } from '../../parts/ActionMenu.tsx';
import { ResponsiveTable } from '../../parts/ResponsiveTable.tsx';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { grantLabel } from './grants.ts';

type OnAction = (type: 'rotate' | 'revoke', key: KeyView) => void;

/** Keys with their grants and their usage. */
export function KeyTable({
  keys,
  onAction,
}: {
  readonly keys: readonly KeyView[];
  readonly onAction: OnAction;
}) {
  const texts = useWords().keys;
  const { columns } = texts;
  const { language } = useLanguage();
  const { roles } = useSession().operator;
  const owns = ({ grants }: KeyView) => grants.every((grant) => isAllowed(roles, 'owner', grant));
  const rows = keys.map((view) => ({
    id: view.key,
    cells: [
      <KeyName key="name" view={view} />,
      <Grants key="grants" view={view} />,
      <KeyState key="state" view={view} />,
      <LastUse key="credentials" view={view} />,
      view.requestsToday.toLocaleString(language),
      view.state === 'active' && owns(view) && <KeyMenu key="menu" view={view} onAction={onAction} />,
    ],
  }));
  const known = [columns.name, columns.grants, columns.state, columns.lastUsed, columns.today];
  const names = keys.some(owns) ? [...known, columns.actions] : known;
  return <ResponsiveTable label={texts.title} columns={names} rows={rows} />;
}

function KeyName({ view: { name, key, preview } }: { readonly view: KeyView }) {
  const texts = useWords().keys;
  return (
    <Stack gap={2} align="flex-start">
      <Group gap="xs">
        <Text fw={600} size="sm">
          {name}
        </Text>
        {preview && (
          <Tooltip label={texts.previewHint} withArrow>
            <Badge size="sm" variant="light" color="violet" tt="none">
              {texts.preview}
            </Badge>
          </Tooltip>
        )}
      </Group>
      <Code>{key}</Code>
    </Stack>
  );
}

function Grants({ view: { grants } }: { readonly view: KeyView }) {
  const { language } = useLanguage();
  return (
    <Stack gap={0}>
      {grants.map((grant) => (
        <Text key={JSON.stringify(grant)} size="sm">
          {grantLabel(grant, language)}
        </Text>
      ))}
    </Stack>
  );
}

const colours = { active: 'green', expired: 'gray', revoked: 'red' } as const;

function KeyState({ view }: { readonly view: KeyView }) {
  const texts = useWords().keys;
  const { language } = useLanguage();
  const { state, expiresAt, oldSecretUntil } = view;
  const on = (at: number) => formatDateTime(at, language, timeZone);
  return (
    <Stack gap={2} className="cell-end">
      <Badge size="sm" variant="light" tt="none" color={colours[state]}>
        {texts.states[state]}
      </Badge>
      {expiresAt !== undefined && state !== 'revoked' && (
        <Text size="xs" c="dimmed">
          {texts.expires(on(expiresAt))}
        </Text>
      )}
      {oldSecretUntil !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.oldSecret(on(oldSecretUntil))}
        </Text>
      )}
    </Stack>
  );
}

function LastUse({ view: { lastUsedAt } }: { readonly view: KeyView }) {
  const texts = useWords().keys;
  const { language } = useLanguage();
  const now = useNow();
  if (lastUsedAt === undefined) return texts.never;
  return (
    <time
      dateTime={new Date(lastUsedAt).toISOString()}
      title={formatDateTime(lastUsedAt, language, timeZone)}
    >
      {formatDistance(lastUsedAt, now, language, timeZone)}
    </time>
  );
}

function KeyMenu({ view, onAction }: { readonly view: KeyView; readonly onAction: OnAction }) {
  const texts = useWords().keys;
  return (
    <ActionMenu label={texts.actionsFor(view.name)}>
      <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onAction('rotate', view)}>
        {texts.rotate}
      </Menu.Item>
      <RemoveItem onClick={() => onAction('revoke', view)}>{texts.revoke}</RemoveItem>
    </ActionMenu>
  );
}
