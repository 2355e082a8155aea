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
import { detailsOf } from '@newsstand/client/page';
import type { AppKind } from '@newsstand/contract';
import { limits } from '@newsstand/contract/plain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { itemsQuery } from '../../../api/queries.ts';
import { IconPlus, IconTrash } from '../../../icons/icons.tsx';
import { MediaPicker } from '../../../parts/media/MediaPicker.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type Field, type FollowUser, fieldLabel, fields } from '../document/fields.ts';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import { AliasField } from './AliasField.tsx';
import { useEditor, useField } from './EditorContext.tsx';
import { FlagField, TextField } from './TextField.tsx';

/** The sections of the form that can be collapsed. */
type SectionName = 'naming' | 'sponsors' | 'seo' | 'share' | 'extras';

type Section = { readonly name: SectionName; readonly paths: readonly string[]; readonly content: ReactNode };

const naming: Section = { name: 'naming', paths: ['name', 'alias'], content: <Naming /> };

const searchPaths = [fields.metaDescription, fields.socialTitle, fields.socialPicture].map(
  ({ path }) => path,
);

/** All optional fields by topic; the paths tell which members a section contains. */
export const sections: Readonly<Record<AppKind, readonly Section[]>> = {
  news: [
    naming,
    { name: 'extras', paths: ['values.isOutline', 'values.isRss'], content: <Extras /> },
    { name: 'sponsors', paths: ['values.sponsors'], content: <SponsorFields /> },
    { name: 'seo', paths: ['values.seo', ...searchPaths], content: <Seo /> },
    { name: 'share', paths: ['values.share'], content: <Share /> },
  ],
  banner: [naming],
};

/** What a news item is filed under, who wrote it, and what it is about. */
export function Labels() {
  const { editor: texts, details: more } = useWords();
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
      <Authors />
      <CountedField field={fields.excerpt} usual={160} hint={more.excerptHint} />
    </Stack>
  );
}

function Naming() {
  const texts = useWords().editor;
  return (
    <Stack gap="sm">
      <TextField field={fields.name} description={texts.nameHint} maxLength={limits.nameCharacters} />
      <AliasField />
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

/** A text with the number of its characters, of which others show only so many. */
function CountedField({
  field,
  usual,
  hint,
}: {
  readonly field: Field<string>;
  readonly usual: number;
  readonly hint: string;
}) {
  const texts = useWords().details;
  const names = useWords().members;
  const { id, value, set, error } = useField(field);
  const used = [...value].length;
  return (
    <Textarea
      id={id}
      label={fieldLabel(field.path, names)}
      description={used === 0 ? hint : texts.counted(used, usual)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      autosize
      minRows={2}
      maxRows={8}
      onChange={(event) => set(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
    />
  );
}

/** The names of the authors, and of those of other articles that match what is typed. */
function Authors() {
  const texts = useWords().details;
  const names = useWords().members;
  const { shelf } = useEditor();
  const { id, value, set, error } = useField(fields.authors);
  const [isAsked, setAsked] = useState(false);
  const recent = useQuery({
    ...itemsQuery({ ...shelf, kind: 'news' }, { size: suggestedFrom, sort: 'updatedAt:desc' }),
    enabled: isAsked,
    staleTime: Infinity,
  });
  const known = (recent.data?.list ?? []).flatMap(({ item }) => detailsOf(item.values?.body).authors);
  return (
    <TagsInput
      id={id}
      label={fieldLabel(fields.authors.path, names)}
      description={value.length === 0 ? texts.authorsHint : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={[...value]}
      data={[...new Set(known)]}
      splitChars={[',', '、', ';']}
      maxDropdownHeight={200}
      error={error}
      onFocus={() => setAsked(true)}
      onChange={(next) => set(next.map((name) => name.trim()).filter((name) => name !== ''))}
    />
  );
}

/** How many articles are asked for the names of their authors. */
const suggestedFrom = 50;

/** The picture that social networks show, where it is another one. */
function SocialPicture() {
  const texts = useWords().details;
  const names = useWords().members;
  const { shelf } = useEditor();
  const { id, value, set, error } = useField(fields.socialPicture);
  return (
    <div id={id} tabIndex={-1}>
      <MediaPicker
        space={shelf}
        type="image"
        label={fieldLabel(fields.socialPicture.path, names)}
        description={texts.socialPictureHint}
        value={value}
        onChange={set}
        error={error}
      />
    </div>
  );
}

function Seo() {
  const { editor: texts, details: more } = useWords();
  const { shelf } = useEditor();
  return (
    <Stack gap="sm">
      {shelf.kind === 'news' && (
        <>
          <CountedField field={fields.metaDescription} usual={160} hint={more.descriptionHint} />
          <TextField
            field={fields.socialTitle}
            description={more.socialTitleHint}
            maxLength={limits.nameCharacters}
          />
          <SocialPicture />
        </>
      )}
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
