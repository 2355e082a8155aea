import { Alert, Badge, Button, Group, Modal, Paper, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ItemShelf, SpacePlace } from '../../../api/places.ts';
import { useFocusBack } from '../../../parts/useFocusBack.ts';
import { formatNear } from '../../../time/formatMoment.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Conflict, conflictsOf, resolve, type Side } from '../document/conflicts.ts';
import type { Kept } from '../document/Document.ts';
import { memberName } from '../document/fields.ts';
import type { Clash, Editing } from '../editor/useEditing.ts';
import { ValueView } from '../ValueView.tsx';

type DialogProps = { readonly shelf: ItemShelf; readonly editing: Editing; readonly clash: Clash };

/** Shows both versions where they differ, and saves what is chosen of them. */
export function ConflictDialog({ shelf, editing, clash }: DialogProps) {
  useFocusBack();
  const texts = useWords().conflict;
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal opened onClose={editing.calm} title={texts.title} size="70rem" fullScreen={isPhone}>
      {clash.theirs === undefined ? (
        <Gone editing={editing} by={clash.by} />
      ) : (
        <Choices shelf={shelf} editing={editing} clash={clash} theirs={clash.theirs} />
      )}
    </Modal>
  );
}

function Gone({ editing, by }: { readonly editing: Editing; readonly by: string | undefined }) {
  const texts = useWords().conflict;
  const { work, save, calm } = editing;
  return (
    <Stack>
      <Alert color="yellow">{texts.gone(by ?? texts.somebody)}</Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={calm} data-autofocus>
          {texts.later}
        </Button>
        <Button
          onClick={() => {
            const { document } = work;
            work.begin(undefined, document);
            void save(document, undefined);
          }}
        >
          {texts.putBack}
        </Button>
      </Group>
    </Stack>
  );
}

function Choices({ shelf, editing, clash, theirs }: DialogProps & { readonly theirs: Kept }) {
  const texts = useWords().conflict;
  const { language } = useLanguage();
  const { work, save, calm } = editing;
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const conflicts = conflictsOf(work.base?.item ?? {}, theirs.item, work.document);
  const takeAll = (side: Side) => setChoices(sameFor(conflicts, side));
  const when = clash.at === undefined ? '' : formatNear(clash.at, Date.now(), language, timeZone);
  const finish = () => {
    const merged = resolve(theirs.item, conflicts, choices);
    calm();
    work.begin(theirs, merged);
    void save(merged, theirs);
  };
  return (
    <Stack gap="md">
      <Text size="sm">{texts.who(clash.by ?? texts.somebody, when)}</Text>
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
          chosen={choices[conflict.path] ?? conflict.meant}
          onChoose={(side) => setChoices({ ...choices, [conflict.path]: side })}
        />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={calm}>
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
  readonly space: SpacePlace;
  readonly conflict: Conflict;
  readonly chosen: Side;
  readonly onChoose: (side: Side) => void;
};

/** One member that two people have given different values: what it was, and both. */
function ConflictRow({ space, conflict, chosen, onChoose }: RowProps) {
  const texts = useWords().conflict;
  const member = memberName(conflict.path, useWords().members);
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
