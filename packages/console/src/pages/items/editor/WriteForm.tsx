import { Accordion, Alert, Button, Grid, Input, JsonInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { isSameJson, parseJson } from '../../../parts/json/json.ts';
import { MediaPicker } from '../../../parts/media/MediaPicker.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { blocksIn, withBlocks } from '../document/bodyBlocks.ts';
import { type Document, readAt, writeAt } from '../document/Document.ts';
import { fieldLabel, fields, writeTitle } from '../document/fields.ts';
import { fieldId, useEditor, useField } from './EditorContext.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { sections } from './sections.tsx';
import { TextField } from './TextField.tsx';

/** The form: title, text, picture and schedule; everything else is collapsed. */
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
          <SchedulePanel base={base} />
          <FoldedSections />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** The title field; focused in a new item. */
function TitleField({ isNew }: { readonly isNew: boolean }) {
  const texts = useWords().editor;
  const names = useWords().members;
  const { document, change, faultAt } = useEditor();
  const { path } = fields.title;
  const title = fields.title.read(document);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field first appears.
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

/** The first section is open, and sections with faults are never collapsed. */
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

/** The picture of the item; news requires one. */
function PictureField() {
  const names = useWords().members;
  const { shelf } = useEditor();
  const isNews = shelf.kind === 'news';
  const field = isNews ? fields.thumbnail : fields.image;
  const { id, value, set, error } = useField(field);
  return (
    <div id={id} tabIndex={-1}>
      <MediaPicker
        space={shelf}
        label={fieldLabel(field.path, names)}
        value={value}
        onChange={set}
        error={error}
        isRequired={isNews}
      />
    </div>
  );
}

const BlockEditor = lazy(() => import('../../../parts/blocks/BlockEditor.tsx'));

const path = 'values.body';

/** The body of a news item: as blocks, or as JSON if it has another structure. */
function BodyField() {
  const names = useWords().members;
  const { shelf, document, change, faultAt } = useEditor();
  const blocks = blocksIn(document);
  if (blocks === undefined) return <JsonBody />;
  const fault = faultAt(path);
  return (
    <div id={fieldId(path)} tabIndex={-1}>
      <Suspense fallback={<Skeleton h={280} />}>
        <BlockEditor
          space={shelf}
          label={names[path]}
          value={blocks}
          onChange={(next) => change((before) => withBlocks(before, next))}
        />
      </Suspense>
      {fault !== undefined && <Input.Error mt={4}>{fault}</Input.Error>}
    </div>
  );
}

/** A body with another structure. Invalid JSON is kept as text until it is fixed. */
function JsonBody() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { document, change, faultAt } = useEditor();
  const body = readAt(document, path);
  const [text, setText] = useState(() => JSON.stringify(body, null, 2) ?? '');
  const parsed = parseJson(text);
  // It may have changed elsewhere, for example in the JSON view.
  if (parsed.fault === undefined && !isSameJson(parsed.value, body))
    setText(JSON.stringify(body, null, 2) ?? '');
  const type = (next: string) => {
    setText(next);
    const { value, fault } = parseJson(next);
    if (fault === undefined) change((before) => writeAt(before, path, value));
  };
  const begin = async () => {
    const labels = { confirm: texts.beginBlocks, cancel: texts.cancel };
    if (await confirm({ title: texts.beginBlocks, text: texts.beginBlocksAsk, ...labels }))
      change((before) => writeAt(before, path, { blocks: [] }));
  };
  const fault = parsed.fault === undefined ? faultAt(path) : texts.brokenJson(parsed.fault);
  return (
    <Stack gap="xs">
      <Alert color="blue" py="xs">
        {texts.otherBody}{' '}
        <Button size="compact-xs" variant="light" onClick={begin}>
          {texts.beginBlocks}
        </Button>
      </Alert>
      <JsonInput
        id={fieldId(path)}
        label={names[path]}
        value={text}
        onChange={type}
        error={fault}
        autosize
        minRows={10}
        maxRows={30}
      />
    </Stack>
  );
}
