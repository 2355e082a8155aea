import { NativeSelect } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconPlus,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
} from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AddBlockMenu } from './AddBlockMenu.tsx';
import { LinkControl } from './LinkControl.tsx';
import { RubyControl } from './RubyControl.tsx';

const marks = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['underline', IconUnderline],
  ['strike', IconStrikethrough],
  ['code', IconCode],
  ['subscript', IconSubscript],
  ['superscript', IconSuperscript],
] as const;

/** The tools for the text at the cursor. */
export function BlockToolbar({ editor }: { readonly editor: Editor }) {
  const texts = useWords().blocks;
  const state = useToolbarState(editor);
  const icon = { size: 16, stroke: 1.5 } as const;
  return (
    <RichTextEditor.Toolbar
      sticky
      stickyOffset="var(--toolbar-top, 56px)"
      role="toolbar"
      {...useOneTabStop()}
      aria-label={texts.toolbar}
    >
      <AddBlockMenu editor={editor}>
        <RichTextEditor.Control aria-label={texts.add} title={texts.add}>
          <IconPlus {...icon} />
        </RichTextEditor.Control>
      </AddBlockMenu>
      <StyleSelect editor={editor} level={state.level} />
      <RichTextEditor.ControlsGroup>
        {marks.map(([name, Icon]) => (
          <Control
            key={name}
            label={texts[name]}
            isActive={state.marks[name] ?? false}
            onUse={() => editor.chain().focus().toggleMark(name).run()}
          >
            <Icon {...icon} />
          </Control>
        ))}
        <LinkControl editor={editor} isActive={state.isLink} />
        <RubyControl editor={editor} />
        <Control label={texts.clear} onUse={() => editor.chain().focus().unsetAllMarks().run()}>
          <IconClearFormatting {...icon} />
        </Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Control
          label={texts.bullets}
          isActive={state.isBullets}
          onUse={() => editor.chain().focus().toggleBulletList().run()}
        >
          <IconList {...icon} />
        </Control>
        <Control
          label={texts.numbers}
          isActive={state.isNumbers}
          onUse={() => editor.chain().focus().toggleOrderedList().run()}
        >
          <IconListNumbers {...icon} />
        </Control>
        <Control
          label={texts.quote}
          isActive={state.isQuote}
          onUse={() => editor.chain().focus().toggleWrap('blockquote').run()}
        >
          <IconBlockquote {...icon} />
        </Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Control
          label={texts.undo}
          isDisabled={!state.canUndo}
          onUse={() => editor.chain().focus().undo().run()}
        >
          <IconArrowBackUp {...icon} />
        </Control>
        <Control
          label={texts.redo}
          isDisabled={!state.canRedo}
          onUse={() => editor.chain().focus().redo().run()}
        >
          <IconArrowForwardUp {...icon} />
        </Control>
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

function Control({
  label,
  isActive = false,
  isDisabled = false,
  onUse,
  children,
}: {
  readonly label: string;
  readonly isActive?: boolean;
  readonly isDisabled?: boolean;
  readonly onUse: () => void;
  readonly children: ReactNode;
}) {
  return (
    <RichTextEditor.Control
      aria-label={label}
      title={label}
      active={isActive}
      aria-pressed={isActive}
      disabled={isDisabled}
      onClick={onUse}
    >
      {children}
    </RichTextEditor.Control>
  );
}

const levels = [1, 2, 3, 4, 5, 6] as const;

function StyleSelect({ editor, level }: { readonly editor: Editor; readonly level: number }) {
  const texts = useWords().blocks;
  const set = (text: string) => {
    const next = levels.find((each) => `${each}` === text);
    const chain = editor.chain().focus();
    (next === undefined ? chain.setParagraph() : chain.setHeading({ level: next })).run();
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.style}
      value={`${level}`}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      data={[
        { value: '0', label: texts.paragraph },
        ...levels.map((each) => ({ value: `${each}`, label: texts.headingOf(each) })),
      ]}
    />
  );
}

function useToolbarState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      marks: Object.fromEntries(marks.map(([name]) => [name, now.isActive(name)])),
      isLink: now.isActive('link'),
      isBullets: now.isActive('bulletList'),
      isNumbers: now.isActive('orderedList'),
      isQuote: now.isActive('blockquote'),
      level: levels.find((level) => now.isActive('heading', { level })) ?? 0,
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
}

/** The toolbar stays below the sticky bar of the page, whose height changes with its content. */
function useBarHeight(toolbar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = document.querySelector('.item-bar');
    if (bar === null) return undefined;
    const observer = new ResizeObserver(() => {
      const frame = toolbar.current?.closest<HTMLElement>('.block-editor');
      frame?.style.setProperty('--bar-height', `${bar.getBoundingClientRect().height}px`);
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, [toolbar]);
}

/** One stop of the Tab key for the whole toolbar; the arrow keys move within it. */
function useOneTabStop() {
  const toolbar = useRef<HTMLDivElement>(null);
  useBarHeight(toolbar);
  const [at, setAt] = useState(0);
  const controls = () =>
    [...(toolbar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])].filter(
      (each) => !each.matches(':disabled'),
    );
  // Buttons may have come or gone with any render.
  useEffect(() => {
    const all = controls();
    const current = all[at] ?? all[0];
    for (const each of all) each.tabIndex = each === current ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const all = controls();
    const index = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined || index < 0) return;
    event.preventDefault();
    const target = (next + all.length) % all.length;
    setAt(target);
    all[target]?.focus();
  };
  return { ref: toolbar, onKeyDown };
}
