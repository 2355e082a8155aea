import { Input, Text } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import type { Block } from '@newsstand/contract';
import { type Editor, useEditorState } from '@tiptap/react';
import { useId, useMemo } from 'react';
import type { Space } from '../../api/paths.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { BlockGutter } from './BlockGutter.tsx';
import { BlockToolbar } from './BlockToolbar.tsx';
import { BlockSpace, OwnItem } from './cards/BlockSpace.ts';
import { countText } from './countText.ts';
import { usePaste } from './paste/usePaste.ts';
import { SlashMenu } from './SlashMenu.tsx';
import { useBlockEditor } from './useBlockEditor.ts';

type Props = {
  readonly space: Space;
  /** The item that they belong to, which is not offered as one to read next. */
  readonly contentId?: string | undefined;
  readonly value: readonly Block[];
  readonly onChange: (blocks: readonly Block[]) => void;
  readonly label: string;
};

/** Edits the blocks of a body. Untouched blocks come out exactly as they came in. */
export default function BlockEditor({ space, contentId, value, onChange, label }: Props) {
  const labelId = useId();
  const editor = useBlockEditor(value, onChange, { 'aria-labelledby': labelId });
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }}>
      <BlockSpace value={space}>
        <OwnItem value={contentId}>{editor && <EditorFrame editor={editor} />}</OwnItem>
      </BlockSpace>
    </Input.Wrapper>
  );
}

function EditorFrame({ editor }: { readonly editor: Editor }) {
  usePaste(editor);
  return (
    <RichTextEditor editor={editor} className="block-editor" withTypographyStyles={false}>
      <BlockToolbar editor={editor} />
      <div className="block-editor-body">
        <Placeholder editor={editor} />
        <RichTextEditor.Content />
        <BlockGutter editor={editor} />
        <SlashMenu editor={editor} />
      </div>
      <TextCount editor={editor} />
    </RichTextEditor>
  );
}

/** How long the text is, and how long it takes to read. */
function TextCount({ editor }: { readonly editor: Editor }) {
  const texts = useWords().body.count;
  const { language } = useLanguage();
  const text = useEditorState({
    editor,
    selector: ({ editor: { state } }) => state.doc.textBetween(0, state.doc.content.size, '\n', ''),
  });
  const { words, characters, minutes, isByCharacters } = useMemo(() => countText(text), [text]);
  const number = new Intl.NumberFormat(language);
  const length = isByCharacters
    ? [texts.characters(number.format(characters), characters)]
    : [texts.words(number.format(words), words), texts.characters(number.format(characters), characters)];
  return (
    <Text size="xs" c="dimmed" className="block-count">
      {[...length, ...(minutes > 0 ? [texts.minutes(number.format(minutes), minutes)] : [])].join(' · ')}
    </Text>
  );
}

function Placeholder({ editor }: { readonly editor: Editor }) {
  const texts = useWords().body;
  const isEmpty = useEditorState({
    editor,
    selector: ({ editor: now }) => now.isEmpty && now.state.doc.childCount === 1,
  });
  if (!isEmpty) return null;
  return (
    <Text c="dimmed" className="block-placeholder" aria-hidden>
      {texts.placeholder}
    </Text>
  );
}
