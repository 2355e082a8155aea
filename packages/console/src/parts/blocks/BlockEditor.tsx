import { Input, Text } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import type { Block } from '@newsstand/contract';
import { type Editor, useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef } from 'react';
import type { Space } from '../../api/paths.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { isSameJson } from '../json/json.ts';
import { BlockGutter } from './BlockGutter.tsx';
import { BlockToolbar } from './BlockToolbar.tsx';
import { blocksOf, documentOf } from './blockDocument.ts';
import { blockExtensions } from './blockExtensions.ts';
import { BlockSpace } from './CardView.tsx';
import { cleanPasted } from './cleanPasted.ts';

type Props = {
  readonly space: Space;
  readonly value: readonly Block[];
  readonly onChange: (blocks: readonly Block[]) => void;
  readonly label: string;
};

/** Edits the blocks of a body. Untouched blocks come out exactly as they came in. */
export default function BlockEditor({ space, value, onChange, label }: Props) {
  const labelId = useId();
  const editor = useBlocks(value, onChange, labelId);
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }}>
      <BlockSpace value={space}>
        {editor && (
          <RichTextEditor editor={editor} className="block-editor" withTypographyStyles={false}>
            <BlockToolbar editor={editor} />
            <div className="block-editor-body">
              <BlockGutter editor={editor} />
              <Placeholder editor={editor} />
              <RichTextEditor.Content />
            </div>
          </RichTextEditor>
        )}
      </BlockSpace>
    </Input.Wrapper>
  );
}

/** The editor, synchronised with the blocks outside. Neither side echoes the other's changes. */
function useBlocks(value: readonly Block[], onChange: Props['onChange'], labelId: string): Editor | null {
  const lastValue = useRef(value);
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  const editor = useEditor({
    extensions: blockExtensions,
    content: documentOf(value),
    // Its rules are in the style sheet, because injected styles would need a nonce.
    injectCSS: false,
    // An editor created while rendering is destroyed again if rendering takes too long.
    immediatelyRender: false,
    editorProps: {
      transformPastedHTML: cleanPasted,
      attributes: { 'aria-labelledby': labelId, role: 'textbox', 'aria-multiline': 'true' },
    },
    onUpdate({ editor: { state } }) {
      lastValue.current = blocksOf(state.doc.toJSON());
      onChangeRef.current(lastValue.current);
    },
  });
  useEffect(() => {
    if (editor === null || isSameJson(value, lastValue.current)) return;
    lastValue.current = value;
    editor.commands.setContent(documentOf(value), { emitUpdate: false });
  }, [editor, value]);
  return editor;
}

function Placeholder({ editor }: { readonly editor: Editor }) {
  const texts = useWords().blocks;
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
