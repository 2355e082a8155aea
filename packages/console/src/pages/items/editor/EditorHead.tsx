import { Anchor, Group, Text, Title } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { Link } from 'wouter';
import { StateChip } from '../../../parts/StateChip.tsx';
import { formatNear } from '../../../time/formatMoment.ts';
import { timeZone } from '../../../time/here.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { useNow } from '../../../time/useNow.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type ItemShelf, listHref } from '../useItemShelf.ts';

/** Which item it is, and what it is now. */
export function EditorHead({
  shelf,
  newest,
}: {
  readonly shelf: ItemShelf;
  readonly newest: ManagedItem<'news' | 'banner'> | undefined;
}) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  const now = useNow();
  const { version, changedAt, changedBy } = newest ?? {};
  const changed = changedAt === undefined ? '' : formatNear(changedAt, now, language, timeZone);
  return (
    <div>
      <Anchor component={Link} href={listHref(shelf)} size="sm">
        ← {texts.back[shelf.kind]}: {shelf.instanceId}
      </Anchor>
      <Group gap="sm">
        <Title order={1} size="h2" className="item-title">
          {newest === undefined
            ? texts.fresh[shelf.kind]
            : newest.item.values.title || newest.item.name || texts.untitled}
        </Title>
        {newest && <StateChip state={stateAt(newest.item, now)} size="lg" />}
      </Group>
      {version !== undefined && (
        <Text size="xs" c="dimmed">
          {[texts.version(version), changedBy, changed].filter(Boolean).join(' · ')}
        </Text>
      )}
    </div>
  );
}
