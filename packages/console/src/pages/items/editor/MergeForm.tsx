import { Badge, Button, Group, Paper, Radio, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Space } from '../../../api/paths.ts';
import { useSession } from '../../../api/SessionProvider.tsx';
import { lazyPart } from '../../../parts/lazyPart.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { useActorName } from '../../../parts/useActorName.ts';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { blocksIn } from '../document/bodyBlocks.ts';
import { bothOf } from '../document/bothOf.ts';
import { type Document, differences, writeAt } from '../document/Document.ts';
import { fieldLabel, fields, nameFollows } from '../document/fields.ts';
import { type Conflict, merge } from '../document/merge.ts';
import { MemberDiff } from '../history/DiffView.tsx';
import { ValueView } from '../ValueView.tsx';

const BlockEditor = lazyPart(() => import('../../../parts/blocks/BlockEditor.tsx'));

/** Whose words are taken. */
type Side = 'theirs' | 'yours';
type Choice = Side | 'both';

type Names = Readonly<Record<Choice, string>>;

/** What was chosen for a place, and what was made of it. */
type Result = { readonly choice: Choice; readonly value: unknown };

/** The dialog around the form. */
export function MergeDialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  useReturnFocus();
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="70rem"
      fullScreen={isPhone}
      closeOnClickOutside={false}
    >
      {children}
    </Modal>
  );
}

/** Who saved a version, and when. */
export function useSavedText() {
  const texts = useWords().conflict;
  const { language } = useLanguage();
  const { operatorId } = useSession().operator;
  const nameOf = useActorName();
  return (by: string | undefined, at: number | undefined) => {
    const when = at === undefined ? '' : formatRelative(at, Date.now(), language, timeZone);
    if (by === operatorId) return texts.savedByYou(when);
    return texts.savedBy(by === undefined ? texts.somebody : nameOf(by), when);
  };
}

type FormProps = {
  readonly space: Space;
  /** What both have begun with. */
  readonly base: Document;
  readonly theirs: Document;
  readonly yours: Document;
  /** What each side is called, whose it is, and of when. */
  readonly names: Names;
  readonly about: Readonly<Record<Side, string>>;
  readonly newer: Side;
  readonly onSave: (merged: Document) => void;
  readonly onClose: () => void;
};

/**
 * Two versions with a common base: the difference word by word where both have changed the same place, to be chosen and
 * edited there. What only one side has changed is taken, and named.
 */
export function MergeForm({ space, base, theirs, yours, names, about, newer, onSave, onClose }: FormProps) {
  const texts = useWords().conflict;
  const members = useWords().members;
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const merged = merge(base, theirs, yours, (conflict) => {
    const result = results[conflict.key];
    return result === undefined ? conflict.theirs : result.value;
  });
  const hasOneName = nameFollows(base, theirs, yours);
  const { title, name } = fields;
  const document = hasOneName ? name.write(merged.document, title.read(merged.document)) : merged.document;
  const conflicts = merged.conflicts.filter(({ path }) => path !== name.path || !hasOneName);
  const open = conflicts.filter(({ key }) => results[key] === undefined);
  const takeAll = (choice: Choice) =>
    setResults(Object.fromEntries(conflicts.map((each) => [each.key, resultOf(each, choice)])));
  const onlyOne = (side: Document) => {
    const own = differences(base, side).filter(
      ({ path }) => !merged.conflicts.some((each) => each.path === path),
    );
    return [...new Set(own.map(({ path }) => fieldLabel(path, members)))].join(', ');
  };
  const [ofTheirs, ofYours] = [onlyOne(theirs), onlyOne(yours)];
  const sides = ['theirs', 'yours'] as const;
  return (
    <Stack gap="md">
      <div>
        {sides.map((side) => (
          <Text key={side} size="sm">
            <strong>{names[side]}:</strong> {about[side]}{' '}
            {side === newer && (
              <Badge size="sm" variant="light" tt="none">
                {texts.newer}
              </Badge>
            )}
          </Text>
        ))}
      </div>
      {(ofTheirs !== '' || ofYours !== '') && (
        <Text size="sm" c="dimmed">
          {[ofTheirs && texts.onlyOf(names.theirs, ofTheirs), ofYours && texts.onlyOf(names.yours, ofYours)]
            .filter((each) => each !== '')
            .join(' ')}
        </Text>
      )}
      {conflicts.length === 0 && <Text size="sm">{texts.same}</Text>}
      {conflicts.length > 1 && (
        <Group gap="xs">
          {([...sides, 'both'] as const).map((choice) => (
            <Button key={choice} size="compact-sm" variant="light" onClick={() => takeAll(choice)}>
              {texts.all(names[choice])}
            </Button>
          ))}
        </Group>
      )}
      {conflicts.map((each) => (
        <Place
          key={each.key}
          {...{ space, names, newer }}
          conflict={each}
          result={results[each.key]}
          onChange={(result) => setResults({ ...results, [each.key]: result })}
        />
      ))}
      <Group justify="flex-end">
        {open.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.open(open.length)}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {texts.later}
        </Button>
        <Button disabled={open.length > 0} onClick={() => onSave(document)}>
          {texts.save}
        </Button>
      </Group>
    </Stack>
  );
}

/** What a choice makes of a place; what can't hold both keeps the newer words of theirs. */
function resultOf(conflict: Conflict, choice: Choice): Result {
  const both = choice === 'both' ? bothOf(conflict) : undefined;
  if (choice !== 'both') return { choice, value: conflict[choice] };
  return both === undefined ? { choice: 'theirs', value: conflict.theirs } : { choice, value: both };
}

type PlaceProps = {
  readonly space: Space;
  readonly names: Names;
  readonly newer: Side;
  readonly conflict: Conflict;
  readonly result: Result | undefined;
  readonly onChange: (result: Result) => void;
};

/** One field, or some blocks of the text: what each side has changed, the choice, and what comes of it. */
function Place({ space, names, newer, conflict, result, onChange }: PlaceProps) {
  const texts = useWords().conflict;
  const member = fieldLabel(conflict.path, useWords().members);
  const canBeBoth = bothOf(conflict) !== undefined;
  return (
    <Paper withBorder p="sm" component="section" aria-label={member}>
      <Text fw={600} mb="xs">
        {member}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {(['theirs', 'yours'] as const).map((side) => (
          <Paper
            key={side}
            withBorder
            p="xs"
            className="conflict-side"
            data-chosen={result?.choice === side || undefined}
          >
            <Radio
              name={`side-${conflict.key}`}
              label={side === newer ? `${names[side]} (${texts.newer})` : names[side]}
              aria-label={`${member}: ${names[side]}`}
              checked={result?.choice === side}
              onChange={() => onChange(resultOf(conflict, side))}
              mb={4}
            />
            <MemberDiff
              space={space}
              difference={{
                path: conflict.path,
                before: memberOf(conflict, conflict.base),
                after: memberOf(conflict, conflict[side]),
              }}
            />
          </Paper>
        ))}
      </SimpleGrid>
      {canBeBoth && (
        <Radio
          name={`side-${conflict.key}`}
          label={names.both}
          aria-label={`${member}: ${names.both}`}
          checked={result?.choice === 'both'}
          onChange={() => onChange(resultOf(conflict, 'both'))}
          mt="sm"
        />
      )}
      {result !== undefined && (
        <Stack gap={4} mt="sm">
          <ResultField
            key={result.choice}
            {...{ space, conflict }}
            label={texts.result(member)}
            value={result.value}
            onChange={(value) => onChange({ ...result, value })}
          />
        </Stack>
      )}
    </Paper>
  );
}

/** The value of a place as the member holds it: some blocks of a text as a body. */
function memberOf({ path }: Conflict, value: unknown): unknown {
  return path === 'values.body' && Array.isArray(value) ? { blocks: value } : value;
}

type ResultProps = {
  readonly space: Space;
  readonly conflict: Conflict;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

/** What comes of a place: words can be edited right there. */
function ResultField({ space, conflict, label, value, onChange }: ResultProps) {
  const blocks = blocksIn(writeAt({}, 'values.body', memberOf(conflict, value)));
  if (conflict.path === 'values.body' && Array.isArray(value) && blocks !== undefined)
    return <BlockEditor space={space} label={label} value={blocks} onChange={onChange} />;
  if (typeof value === 'string')
    return (
      <Textarea
        label={label}
        value={value}
        autosize
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <ValueView space={space} path={conflict.path} value={value} />
    </>
  );
}
