import { Button, Group, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { IconLanguageHiragana } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { changeRuby, type RubyTarget, rubyTarget } from './rubyNode.ts';

/** What is being given a reading, and what was typed of it. */
type Entry = { readonly target: RubyTarget; readonly typed: string };

/** Sets, changes or removes furigana. Ctrl+Alt+R opens it, and so does a double click on furigana. */
export function RubyControl({ editor }: { readonly editor: Editor }) {
  const texts = useWords().body.ruby;
  const [entry, setEntry] = useState<Entry>();
  const { canEdit, isRuby } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const target = rubyTarget(now.state);
      return { canEdit: target !== undefined, isRuby: (target?.pieces.length ?? 0) > 0 };
    },
  });
  useEffect(() => {
    const open = () => {
      const target = rubyTarget(editor.state);
      if (target !== undefined)
        setEntry({
          target,
          typed: target.pieces
            .map(([, reading]) => reading)
            .join(' ')
            .trim(),
        });
    };
    window.addEventListener('edit-ruby', open);
    return () => window.removeEventListener('edit-ruby', open);
  }, [editor]);
  const close = () => {
    setEntry(undefined);
    editor.commands.focus();
  };
  const set = (typed: string) => {
    if (entry !== undefined) editor.view.dispatch(changeRuby(editor.state, entry.target, typed));
    close();
  };
  return (
    <Popover
      opened={entry !== undefined}
      onChange={(opened) => opened || close()}
      trapFocus
      width={300}
      position="bottom-start"
    >
      <Popover.Target>
        <RichTextEditor.Control
          onClick={() => window.dispatchEvent(new Event('edit-ruby'))}
          active={isRuby}
          aria-pressed={isRuby}
          disabled={!canEdit}
          aria-label={texts.name}
          title={`${texts.name} (Ctrl+Alt+R): ${texts.hint}`}
        >
          <IconLanguageHiragana size={16} stroke={1.5} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {entry !== undefined && (
          <>
            <TextInput
              label={texts.reading(entry.target.base)}
              description={[...entry.target.base].length > 1 ? texts.apart : undefined}
              value={entry.typed}
              autoComplete="off"
              data-autofocus
              onChange={({ currentTarget }) => setEntry({ ...entry, typed: currentTarget.value })}
              onKeyDown={(event) => {
                // The Enter that ends a composition belongs to the input method.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
                event.preventDefault();
                set(entry.typed);
              }}
            />
            <Group gap="xs" mt="xs">
              <Button size="xs" onClick={() => set(entry.typed)}>
                {texts.set}
              </Button>
              {entry.target.pieces.length > 0 && (
                <Button size="xs" variant="default" onClick={() => set('')}>
                  {texts.remove}
                </Button>
              )}
            </Group>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
