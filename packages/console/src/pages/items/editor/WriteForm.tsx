import { Accordion, Grid, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields, writeTitle } from '../document/fields.ts';
import { BodyField } from './BodyField.tsx';
import { fieldId, useEditor } from './EditorContext.tsx';
import { PictureField } from './PictureField.tsx';
import { sections } from './sections.tsx';
import { TextField } from './TextField.tsx';
import { WhenPanel } from './WhenPanel.tsx';

/** The form: title, text, picture and when; all else is folded away. */
export function WriteForm({ base }: { readonly base: Document | undefined }) {
  const texts = useWords().editor;
  const isNews = useEditor().shelf.kind === 'news';
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md">
          <TitleField isNew={base === undefined} />
          {isNews ? <BodyField /> : <TextField field={fields.url} description={texts.urlHint} type="url" />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack gap="md">
          <PictureField />
          <WhenPanel base={base} />
          <FoldedSections />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** Whoever begins a new item begins with its title. */
function TitleField({ isNew }: { readonly isNew: boolean }) {
  const texts = useWords().editor;
  const names = useWords().members;
  const { document, change, faultAt } = useEditor();
  const { path } = fields.title;
  const title = fields.title.read(document);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning only.
  useEffect(() => {
    if (isNew && title === '') input.current?.focus({ preventScroll: true });
  }, []);
  return (
    <TextInput
      ref={input}
      id={fieldId(path)}
      label={names['values.title']}
      placeholder={texts.titleHint}
      size="lg"
      value={title}
      onChange={({ currentTarget: { value } }) => change((before) => writeTitle(before, value))}
      error={faultAt(path)}
      required
    />
  );
}

/** What most items need is open, and what is wrong is never folded away. */
function FoldedSections() {
  const texts = useWords().editor;
  const { shelf, faultAt } = useEditor();
  const [opened, setOpened] = useState<readonly string[]>(['labels']);
  const all = sections[shelf.kind];
  const faulty = all.filter(({ paths }) => paths.some((path) => faultAt(path) !== undefined));
  const isOpen = new Set([...opened, ...faulty.map(({ name }) => name)]);
  return (
    <Accordion multiple variant="separated" order={2} value={[...isOpen]} onChange={setOpened}>
      {all.map(({ name, content }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{texts.sections[name]}</Accordion.Control>
          <Accordion.Panel>{content}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
