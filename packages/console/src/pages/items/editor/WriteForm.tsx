import { Accordion, Paper, Stack } from '@mantine/core';
import { memo, type ReactNode, useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { BodyField } from './BodyField.tsx';
import { EditorContext, useEditor, useEditorBesidesBody } from './EditorContext.tsx';
import { LinkField } from './LinkField.tsx';
import { PictureField } from './PictureField.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { Labels, sections } from './sections.tsx';
import { TitleField } from './TitleField.tsx';

/** What readers see on the left, as they see it; everything about it on the right, or below on a narrow screen. */
export function WriteForm({
  base,
  beside,
}: {
  readonly base: Document | undefined;
  /** What is about the item but not part of it. */
  readonly beside?: ReactNode;
}) {
  const isNews = useEditor().shelf.kind === 'news';
  const besidesBody = useEditorBesidesBody();
  return (
    <div className="item-page">
      <div className="item-sheet">
        <EditorContext value={besidesBody}>
          <Head isNew={base === undefined} />
        </EditorContext>
        {isNews ? <BodyField /> : <LinkField />}
      </div>
      <div className="item-side">
        <Stack gap="md">
          {beside}
          <EditorContext value={besidesBody}>
            <Side isNews={isNews} base={base} />
          </EditorContext>
        </Stack>
      </div>
    </div>
  );
}

const Head = memo(({ isNew }: { readonly isNew: boolean }) => (
  <>
    <PictureField />
    <TitleField isNew={isNew} />
  </>
));

type SideProps = { readonly isNews: boolean; readonly base: Document | undefined };

const Side = memo(({ isNews, base }: SideProps) => (
  <>
    {isNews && (
      <Paper withBorder p="md">
        <Labels />
      </Paper>
    )}
    <SchedulePanel base={base} />
    <FoldedSections />
  </>
));

/** Rarely needed fields by topic. Sections with faults are never collapsed. */
function FoldedSections() {
  const texts = useWords().editor;
  const { shelf, faultAt } = useEditor();
  const [opened, setOpened] = useState<readonly string[]>([]);
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
