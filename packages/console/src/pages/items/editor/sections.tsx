import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { AppKind } from '@newsstand/contract';
import { limits } from '@newsstand/contract/plain';
import type { ReactNode } from 'react';
import { IconPlus, IconTrash } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type Field, type FollowUser, fieldLabel, fields } from '../document/fields.ts';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import { useEditor, useField } from './EditorContext.tsx';
import { FlagField, TextField } from './TextField.tsx';

/** The sections of the form that can be collapsed. */
type SectionName = 'naming' | 'sponsors' | 'seo' | 'share' | 'extras';

type Section = { readonly name: SectionName; readonly paths: readonly string[]; readonly content: ReactNode };

const naming: Section = { name: 'naming', paths: ['name', 'alias'], content: <Naming /> };

/** All optional fields by topic; the paths tell which members a section contains. */
export const sections: Readonly<Record<AppKind, readonly Section[]>> = {
  news: [
    naming,
    { name: 'extras', paths: ['values.isOutline', 'values.isRss'], content: <Extras /> },
    { name: 'sponsors', paths: ['values.sponsors'], content: <SponsorFields /> },
    { name: 'seo', paths: ['values.seo'], content: <Seo /> },
    { name: 'share', paths: ['values.share'], content: <Share /> },
  ],
  banner: [naming],
};

/** The category and the tags of a news item. */
export function Labels() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { shelf } = useEditor();
  const category = useField(fields.category);
  const tags = useField(fields.tags);
  return (
    <Stack gap="sm">
      <CategoryPicker
        id={category.id}
        space={shelf}
        label={names.category}
        description={texts.labelHint}
        value={category.value}
        onChange={category.set}
        error={category.error}
        canCreate
      />
      <TagPicker
        id={tags.id}
        space={shelf}
        label={names.tags}
        value={tags.value}
        onChange={tags.update}
        error={tags.error}
        canCreate
      />
    </Stack>
  );
}

function Naming() {
  const texts = useWords().editor;
  return (
    <Stack gap="sm">
      <TextField field={fields.name} description={texts.nameHint} maxLength={limits.nameCharacters} />
      <TextField field={fields.alias} description={texts.aliasHint} maxLength={limits.aliasCharacters} />
    </Stack>
  );
}

function Extras() {
  const texts = useWords().editor;
  return (
    <Stack gap="sm">
      <FlagField field={fields.isOutline} description={texts.outlineHint} />
      <FlagField field={fields.isRss} description={texts.rssHint} />
    </Stack>
  );
}

function Seo() {
  const texts = useWords().editor;
  return (
    <Stack gap="sm">
      <FlagField field={fields.isPreventCrawling} description={texts.crawlHint} />
      <TextField
        field={fields.canonicalUrl}
        description={texts.canonicalHint}
        type="url"
        maxLength={limits.addressCharacters}
      />
    </Stack>
  );
}

const maxShareCharacters = 140;

function Share() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { id, value, set, error } = useField(fields.shareText);
  const used = [...value].length;
  const hint = texts.shareTextHint(used, maxShareCharacters);
  return (
    <Stack gap="sm">
      <Textarea
        id={id}
        label={names['values.share.x.text']}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        error={error ?? used > maxShareCharacters}
        autosize
        minRows={2}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <WordsField field={fields.hashTags} description={texts.hashTagsHint} />
      <WordsField field={fields.shareUsers} description={texts.usersHint} />
      <FollowFields />
    </Stack>
  );
}

/** Short texts, each confirmed with Enter. */
function WordsField({
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
      label={fieldLabel(field.path, names)}
      description={description}
      value={[...value]}
      error={error}
      onChange={set}
      allowDuplicates
    />
  );
}

/** The sponsors, one line each. */
function SponsorFields() {
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

/** The users shown on a follow button. */
function FollowFields() {
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
  /** The label of an entry by its position, counting from 1. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position, whatever they contain.
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
