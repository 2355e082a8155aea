import { Stack, Textarea } from '@mantine/core';
import type { AppKind } from '@newsstand/contract';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fields } from '../document/fields.ts';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import { useEditor, useField } from './EditorContext.tsx';
import { FollowFields, SponsorFields, WordsField } from './ListFields.tsx';
import { FlagField, TextField } from './TextField.tsx';

/** The parts of the form that are folded away. */
export type SectionName = 'labels' | 'naming' | 'sponsors' | 'seo' | 'share' | 'extras';

type Section = { readonly name: SectionName; readonly paths: readonly string[]; readonly content: ReactNode };

const naming: Section = { name: 'naming', paths: ['name', 'alias'], content: <Naming /> };

/** Everything that can be left out, by what it is about; the paths say which member is where. */
export const sections: Readonly<Record<AppKind, readonly Section[]>> = {
  news: [
    { name: 'labels', paths: ['category', 'tags'], content: <Labels /> },
    naming,
    { name: 'extras', paths: ['values.isOutline', 'values.isRss'], content: <Extras /> },
    { name: 'sponsors', paths: ['values.sponsors'], content: <SponsorFields /> },
    { name: 'seo', paths: ['values.seo'], content: <Seo /> },
    { name: 'share', paths: ['values.share'], content: <Share /> },
  ],
  banner: [naming],
};

function Labels() {
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
        onChange={tags.set}
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
      <TextField field={fields.name} description={texts.nameHint} />
      <TextField field={fields.alias} description={texts.aliasHint} />
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
      <TextField field={fields.canonicalUrl} description={texts.canonicalHint} type="url" />
    </Stack>
  );
}

const mostShareCharacters = 140;

function Share() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { id, value, set, error } = useField(fields.shareText);
  const used = [...value].length;
  const hint = texts.shareTextHint(used, mostShareCharacters);
  return (
    <Stack gap="sm">
      <Textarea
        id={id}
        label={names['values.share.x.text']}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        error={error ?? used > mostShareCharacters}
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
