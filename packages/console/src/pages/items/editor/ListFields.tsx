import { ActionIcon, Button, Fieldset, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type Field, type FollowUser, fields } from '../document/fields.ts';
import { memberName } from '../memberName.ts';
import { useField } from './EditorContext.tsx';

/** Short texts, each ended by Enter. */
export function WordsField({
  field,
  description,
}: {
  readonly field: Field<readonly string[]>;
  readonly description: string;
}) {
  const names = useWords().members;
  const { id, value, set, error } = useField(field);
  return (
    <TagsInput
      id={id}
      label={memberName(field.path, names)}
      description={description}
      value={[...value]}
      error={error}
      onChange={set}
      allowDuplicates
    />
  );
}

/** The sponsors, one line each. */
export function SponsorFields() {
  const texts = useWords().editor;
  const { value, set, ...rest } = useField(fields.sponsors);
  return (
    <Entries
      {...rest}
      entries={value}
      empty=""
      addText={texts.addSponsor}
      nameOf={texts.sponsorName}
      onChange={set}
    >
      {(name, at, change) => (
        <TextInput
          aria-label={texts.sponsorName(at + 1)}
          placeholder={texts.sponsorName(at + 1)}
          value={name}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </Entries>
  );
}

const nobody: FollowUser = { userId: '', name: '' };

/** The users that are shown on a follow button. */
export function FollowFields() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { value, set, ...rest } = useField(fields.followUsers);
  return (
    <Fieldset legend={names['values.share.x.followButtonUsers']} p="sm">
      <Entries
        {...rest}
        entries={value}
        empty={nobody}
        addText={texts.addFollow}
        nameOf={texts.followName}
        onChange={set}
      >
        {(user, at, change) => (
          <Group gap="xs" grow>
            <TextInput
              aria-label={texts.followUserId(at + 1)}
              placeholder={texts.followUserId(at + 1)}
              value={user.userId}
              onChange={(event) => change({ ...user, userId: event.currentTarget.value })}
            />
            <TextInput
              aria-label={texts.followName(at + 1)}
              placeholder={texts.followName(at + 1)}
              value={user.name}
              onChange={(event) => change({ ...user, name: event.currentTarget.value })}
            />
          </Group>
        )}
      </Entries>
    </Fieldset>
  );
}

type EntriesProps<Entry> = {
  readonly id: string;
  readonly error: string | undefined;
  readonly entries: readonly Entry[];
  readonly empty: Entry;
  readonly addText: string;
  /** What an entry is called, by its place; counts from 1. */
  readonly nameOf: (at: number) => string;
  readonly onChange: (entries: readonly Entry[]) => void;
  readonly children: (entry: Entry, at: number, change: (entry: Entry) => void) => ReactNode;
};

/** Lines that can be added and removed. */
function Entries<Entry>({
  id,
  error,
  entries,
  empty,
  addText,
  nameOf,
  onChange,
  children,
}: EntriesProps<Entry>) {
  const texts = useWords().editor;
  return (
    <Stack gap="xs" id={id} tabIndex={-1}>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, whatever is typed into it.
        <Group key={at} gap="xs" wrap="nowrap">
          <div style={{ flex: 1 }}>{children(entry, at, (next) => onChange(entries.with(at, next)))}</div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.remove(nameOf(at + 1))}
            onClick={() => onChange(entries.toSpliced(at, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...entries, empty])}
        w="fit-content"
      >
        {addText}
      </Button>
      {error !== undefined && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </Stack>
  );
}
