import { Paper, Portal, Text } from '@mantine/core';
import { Extension } from '@tiptap/core';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { addBlock, matchingBlocks, type NewBlock, newBlockIcons } from './newBlocks.tsx';

type KeyHandler = (event: KeyboardEvent) => boolean;

/** Who gets the keys of each editor first. */
const keyHandlers = new WeakMap<object, KeyHandler>();

/** Gives the keys to the menu first. */
export const SlashKeys = Extension.create({
  name: 'slashKeys',
  priority: 1100,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { handleKeyDown: (view, event) => keyHandlers.get(view.dom)?.(event) ?? false },
    }),
  ],
});

type Slash = { readonly query: string; readonly from: number; readonly to: number };

/** What was typed behind a slash that begins a line or a word, up to the cursor. */
function slashAt({ selection }: EditorState): Slash | undefined {
  const { $from, empty } = selection;
  if (!empty || $from.depth !== 1 || $from.parent.type.name !== 'paragraph') return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\0');
  const match = /(?:^|[\s\0])([/／]([^\s\0/／]{0,20}))$/.exec(before);
  const [, typed = '', query = ''] = match ?? [];
  return match === null ? undefined : { query, from: $from.pos - typed.length, to: $from.pos };
}

/** The menu of blocks that opens by typing a slash. */
export function SlashMenu({ editor }: { readonly editor: Editor }) {
  const texts = useWords().body;
  const id = useId();
  const slash = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isFocused ? slashAt(now.state) : undefined),
  });
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  const found = slash === undefined || slash.from === dismissed ? [] : matchingBlocks(slash.query, texts);
  const isOpen = found.length > 0;
  const current = Math.min(active, found.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query begins at the top.
  useEffect(() => setActive(0), [slash?.query, slash?.from]);
  useEffect(() => {
    if (slash === undefined) setDismissed(undefined);
  }, [slash]);

  const take = (name: NewBlock, typed = slash) => {
    if (typed === undefined) return;
    editor.view.dispatch(editor.state.tr.delete(typed.from, typed.to));
    addBlock(editor, name);
  };
  const onKey: KeyHandler = (event) => {
    // What was typed right before the key may not be on the screen yet.
    const now = slashAt(editor.state);
    if (event.isComposing || now === undefined || now.from === dismissed) return false;
    const names = matchingBlocks(now.query, texts);
    const at = now.query === slash?.query && now.from === slash.from ? current : 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = names[at];
    if (name === undefined) return false;
    if (step !== undefined) setActive((at + step + names.length) % names.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(name, now);
    else if (event.key === 'Escape') setDismissed(now.from);
    else return false;
    event.preventDefault();
    return true;
  };
  const optionId = (name: NewBlock) => `${id}-${name}`;
  useMenuKeys(editor, onKey);
  useOpenMenu(editor, isOpen, id, found[current] && optionId(found[current]));
  if (!isOpen || slash === undefined) return null;
  const { left, bottom, top } = editor.view.coordsAtPos(slash.from);
  const isAbove = bottom + 340 > window.innerHeight && top > 340;
  return (
    <Portal>
      <Paper
        withBorder
        shadow="md"
        className="slash-menu"
        style={{
          left: Math.max(8, Math.min(left, window.innerWidth - 268)),
          ...(isAbove ? { bottom: window.innerHeight - top + 4 } : { top: bottom + 4 }),
        }}
      >
        <div role="listbox" id={id} aria-label={texts.slash}>
          {found.map((name, index) => (
            <div
              key={name}
              id={optionId(name)}
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              ref={(element) => {
                if (index === current) element?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseMove={() => setActive(index)}
              // The cursor stays in the text.
              onMouseDown={(event) => {
                event.preventDefault();
                take(name);
              }}
            >
              {newBlockIcons[name]}
              <Text size="sm">{texts.names[name]}</Text>
            </div>
          ))}
        </div>
      </Paper>
    </Portal>
  );
}

/** Gets the editor's keys before it does. */
function useMenuKeys(editor: Editor, onKey: KeyHandler): void {
  const handler = useRef(onKey);
  handler.current = onKey;
  useEffect(() => {
    const { dom } = editor.view;
    keyHandlers.set(dom, (event) => handler.current(event));
    return () => void keyHandlers.delete(dom);
  }, [editor]);
}

/** Says in the editor which option is active. */
function useOpenMenu(editor: Editor, isOpen: boolean, menuId: string, optionId: string | undefined): void {
  useEffect(() => {
    const { dom } = editor.view;
    if (!isOpen) return undefined;
    dom.setAttribute('aria-controls', menuId);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, isOpen, menuId]);
  useEffect(() => {
    if (isOpen && optionId !== undefined) editor.view.dom.setAttribute('aria-activedescendant', optionId);
  }, [editor, isOpen, optionId]);
}
