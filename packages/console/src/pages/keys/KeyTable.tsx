import { Badge, Code, Group, Menu, Stack, Text, Tooltip } from '@mantine/core';
import type { KeyView } from '@newsstand/contract/manage';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../api/SessionProvider.tsx';
import { DotsMenu } from '../../parts/DotsMenu.tsx';
import { FoldTable } from '../../parts/FoldTable.tsx';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { grantInWords } from './grants.ts';

type Work = (type: 'rotate' | 'revoke', key: KeyView) => void;

/** Keys with what they reach and how they are used. */
export function KeyTable({ keys, onWork }: { readonly keys: readonly KeyView[]; readonly onWork: Work }) {
  const texts = useWords().keys;
  const { heads } = texts;
  const { language } = useLanguage();
  const { roles } = useSession().operator;
  const owns = ({ grants }: KeyView) => grants.every(({ projectId }) => isAllowed(roles, 'owner', projectId));
  const rows = keys.map((view) => ({
    id: view.key,
    cells: [
      <KeyName key="name" view={view} />,
      <Grants key="grants" view={view} />,
      <KeyState key="state" view={view} />,
      <LastUse key="use" view={view} />,
      view.requestsToday.toLocaleString(language),
      view.state === 'active' && owns(view) && <KeyMenu key="menu" view={view} onWork={onWork} />,
    ],
  }));
  const known = [heads.name, heads.grants, heads.state, heads.lastUsed, heads.today];
  const names = keys.some(owns) ? [...known, heads.actions] : known;
  return <FoldTable label={texts.title} heads={names} rows={rows} />;
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
          {grantInWords(grant, language)}
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
  const on = (at: number) => formatMoment(at, language, timeZone);
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
    <time dateTime={new Date(lastUsedAt).toISOString()} title={formatMoment(lastUsedAt, language, timeZone)}>
      {formatDistance(lastUsedAt, now, language, timeZone)}
    </time>
  );
}

function KeyMenu({ view, onWork }: { readonly view: KeyView; readonly onWork: Work }) {
  const texts = useWords().keys;
  return (
    <DotsMenu label={texts.actionsFor(view.name)}>
      <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onWork('rotate', view)}>
        {texts.rotate}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onWork('revoke', view)}>
        {texts.revoke}
      </Menu.Item>
    </DotsMenu>
  );
}
