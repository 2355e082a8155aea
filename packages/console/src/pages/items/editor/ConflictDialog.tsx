import { Alert, Button, Group, Paper, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ItemShelf, Space } from '../../../api/paths.ts';
import { Modal } from '../../../parts/Modal.tsx';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { contentOf, differences, type ItemVersion } from '../document/Document.ts';
import { fieldLabel } from '../document/fields.ts';
import { type Conflict, merge, type Side } from '../document/merge.ts';
import { ValueView } from '../ValueView.tsx';
import type { Editing, SaveConflict } from './useEditing.ts';

type DialogProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly conflict: SaveConflict;
};

/** Shows both versions where they differ, and saves the chosen values. */
export default function ConflictDialog({ shelf, editing, conflict }: DialogProps) {
  useReturnFocus();
  const texts = useWords().conflict;
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal opened onClose={editing.dismiss} title={texts.title} size="70rem" fullScreen={isPhone}>
      {conflict.theirs === undefined ? (
        <DeletedNotice editing={editing} by={conflict.by} />
      ) : (
        <Choices shelf={shelf} editing={editing} conflict={conflict} theirs={conflict.theirs} />
      )}
    </Modal>
  );
}

function DeletedNotice({ editing, by }: { readonly editing: Editing; readonly by: string | undefined }) {
  const texts = useWords().conflict;
  return (
    <Stack>
      <Alert color="yellow">{texts.gone(by ?? texts.somebody)}</Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={editing.dismiss} data-autofocus>
          {texts.later}
        </Button>
        <Button onClick={editing.putBack}>{texts.putBack}</Button>
      </Group>
    </Stack>
  );
}

function Choices({ shelf, editing, conflict, theirs }: DialogProps & { readonly theirs: ItemVersion }) {
  const texts = useWords().conflict;
  const { language } = useLanguage();
  const { work, saveMerged, dismiss } = editing;
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const [before, now] = [contentOf(work.base) ?? {}, contentOf(theirs) ?? {}];
  const { document, conflicts } = merge(before, now, work.document, (key) => choices[key] ?? 'yours');
  const takeAll = (side: Side) => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, side])));
  const when = conflict.at === undefined ? '' : formatRelative(conflict.at, Date.now(), language, timeZone);
  return (
    <Stack gap="md">
      <Text size="sm">{texts.who(conflict.by ?? texts.somebody, when)}</Text>
      <Merged before={before} now={now} conflicts={conflicts} />
      {conflicts.length > 0 && (
        <Group gap="xs">
          {(['theirs', 'yours'] as const).map((side) => (
            <Button key={side} size="compact-sm" variant="light" onClick={() => takeAll(side)}>
              {texts.all[side]}
            </Button>
          ))}
        </Group>
      )}
      {conflicts.length === 0 && <Text size="sm">{texts.same}</Text>}
      {conflicts.map((each) => (
        <ConflictRow
          key={each.key}
          space={shelf}
          conflict={each}
          chosen={choices[each.key] ?? 'yours'}
          onChoose={(side) => setChoices({ ...choices, [each.key]: side })}
        />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={dismiss}>
          {texts.later}
        </Button>
        <Button onClick={() => saveMerged(theirs, document)}>{texts.save}</Button>
      </Group>
    </Stack>
  );
}

/** What they have changed elsewhere, which is kept without asking. */
function Merged({
  before,
  now,
  conflicts,
}: {
  readonly before: Parameters<typeof differences>[0];
  readonly now: Parameters<typeof differences>[1];
  readonly conflicts: readonly Conflict[];
}) {
  const texts = useWords().conflict;
  const names = useWords().members;
  const others = differences(before, now).filter(({ path }) => !conflicts.some((each) => each.path === path));
  if (others.length === 0) return null;
  const fields = [...new Set(others.map(({ path }) => fieldLabel(path, names)))].join(', ');
  return (
    <Text size="sm" c="dimmed">
      {texts.merged(fields)}
    </Text>
  );
}

type RowProps = {
  readonly space: Space;
  readonly conflict: Conflict;
  readonly chosen: Side;
  readonly onChoose: (side: Side) => void;
};

/** One member, or some blocks of the text, with the previous value and both new ones. */
function ConflictRow({ space, conflict, chosen, onChoose }: RowProps) {
  const texts = useWords().conflict;
  const member = fieldLabel(conflict.path, useWords().members);
  const isText = conflict.path === 'values.body' && conflict.key !== conflict.path;
  const value = (of: 'base' | Side) => (
    <ValueView space={space} path={conflict.path} value={isText ? { blocks: conflict[of] } : conflict[of]} />
  );
  return (
    <Paper withBorder p="sm" component="section" aria-label={member}>
      <Text fw={600} mb="xs">
        {member}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <div>
          <Text size="xs" c="dimmed">
            {texts.base}
          </Text>
          {value('base')}
        </div>
        {(['theirs', 'yours'] as const).map((side) => (
          <Paper
            key={side}
            withBorder
            p="xs"
            className="conflict-side"
            data-chosen={chosen === side || undefined}
          >
            <Radio
              name={`side-${conflict.key}`}
              label={texts[side]}
              aria-label={texts.take[side](member)}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              mb={4}
            />
            {value(side)}
          </Paper>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
