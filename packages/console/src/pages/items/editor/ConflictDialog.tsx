import { Alert, Badge, Button, Group, Modal, Paper, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ItemShelf, Space } from '../../../api/paths.ts';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Conflict, conflictsOf, resolve, type Side } from '../document/conflicts.ts';
import type { ItemVersion } from '../document/Document.ts';
import { fieldLabel } from '../document/fields.ts';
import { ValueView } from '../ValueView.tsx';
import type { Editing, SaveConflict } from './useEditing.ts';

type DialogProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly saveConflict: SaveConflict;
};

/** Shows both versions where they differ, and saves the chosen values. */
export function ConflictDialog({ shelf, editing, saveConflict }: DialogProps) {
  useReturnFocus();
  const texts = useWords().conflict;
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal opened onClose={editing.dismiss} title={texts.title} size="70rem" fullScreen={isPhone}>
      {saveConflict.theirs === undefined ? (
        <DeletedNotice editing={editing} by={saveConflict.by} />
      ) : (
        <Choices shelf={shelf} editing={editing} saveConflict={saveConflict} theirs={saveConflict.theirs} />
      )}
    </Modal>
  );
}

function DeletedNotice({ editing, by }: { readonly editing: Editing; readonly by: string | undefined }) {
  const texts = useWords().conflict;
  const { work, save, dismiss } = editing;
  return (
    <Stack>
      <Alert color="yellow">{texts.gone(by ?? texts.somebody)}</Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={dismiss} data-autofocus>
          {texts.later}
        </Button>
        <Button
          onClick={() => {
            const { document } = work;
            work.startFrom(undefined, document);
            void save(document, undefined);
          }}
        >
          {texts.putBack}
        </Button>
      </Group>
    </Stack>
  );
}

function Choices({ shelf, editing, saveConflict, theirs }: DialogProps & { readonly theirs: ItemVersion }) {
  const texts = useWords().conflict;
  const { language } = useLanguage();
  const { work, save, dismiss } = editing;
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const conflicts = conflictsOf(work.base?.item ?? {}, theirs.item, work.document);
  const takeAll = (side: Side) => setChoices(sameFor(conflicts, side));
  const when =
    saveConflict.at === undefined ? '' : formatRelative(saveConflict.at, Date.now(), language, timeZone);
  const finish = () => {
    const merged = resolve(theirs.item, conflicts, choices);
    dismiss();
    work.startFrom(theirs, merged);
    void save(merged, theirs);
  };
  return (
    <Stack gap="md">
      <Text size="sm">{texts.who(saveConflict.by ?? texts.somebody, when)}</Text>
      <Group gap="xs">
        {(['theirs', 'yours'] as const).map((side) => (
          <Button key={side} size="compact-sm" variant="light" onClick={() => takeAll(side)}>
            {texts.all[side]}
          </Button>
        ))}
      </Group>
      {conflicts.length === 0 && <Text size="sm">{texts.same}</Text>}
      {conflicts.map((conflict) => (
        <ConflictRow
          key={conflict.path}
          space={shelf}
          conflict={conflict}
          chosen={choices[conflict.path] ?? conflict.suggested}
          onChoose={(side) => setChoices({ ...choices, [conflict.path]: side })}
        />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={dismiss}>
          {texts.later}
        </Button>
        <Button onClick={finish}>{texts.save}</Button>
      </Group>
    </Stack>
  );
}

function sameFor(conflicts: readonly Conflict[], side: Side): Readonly<Record<string, Side>> {
  return Object.fromEntries(conflicts.map(({ path }) => [path, side]));
}

type RowProps = {
  readonly space: Space;
  readonly conflict: Conflict;
  readonly chosen: Side;
  readonly onChoose: (side: Side) => void;
};

/** One member with its previous value and both new ones. */
function ConflictRow({ space, conflict, chosen, onChoose }: RowProps) {
  const texts = useWords().conflict;
  const member = fieldLabel(conflict.path, useWords().members);
  const value = (of: 'base' | Side) => <ValueView space={space} path={conflict.path} value={conflict[of]} />;
  return (
    <Paper withBorder p="sm" component="section" aria-label={member}>
      <Group gap="xs" mb="xs">
        <Text fw={600}>{member}</Text>
        {conflict.isContested && (
          <Badge color="orange" variant="light" tt="none">
            {texts.contested}
          </Badge>
        )}
      </Group>
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
              name={`side-${conflict.path}`}
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
