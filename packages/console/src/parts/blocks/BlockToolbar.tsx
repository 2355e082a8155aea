import { Button, Group, NativeSelect, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPlus,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AddBlockMenu } from './AddBlockMenu.tsx';

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

/** Creates, changes or removes a link. Ctrl+K opens it. */
function LinkControl({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
  const texts = useWords().blocks;
  const [address, setAddress] = useState<string>();
  const open = () => setAddress(`${editor.getAttributes('link')['href'] ?? ''}`);
  useEffect(() => {
    const onKey = () => setAddress(`${editor.getAttributes('link')['href'] ?? ''}`);
    window.addEventListener('edit-link', onKey);
    return () => window.removeEventListener('edit-link', onKey);
  }, [editor]);
  const set = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange('link');
    (href === '' ? chain.unsetMark('link') : chain.setMark('link', { href })).run();
    setAddress(undefined);
  };
  return (
    <Popover opened={address !== undefined} onChange={(isOpen) => isOpen || setAddress(undefined)} trapFocus>
      <Popover.Target>
        <RichTextEditor.Control onClick={open} active={isActive} aria-label={texts.link} title={texts.link}>
          <IconLink size={16} stroke={1.5} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={texts.linkAddress}
          type="url"
          value={address ?? ''}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            set(event.currentTarget.value.trim());
          }}
        />
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => set((address ?? '').trim())}>
            {texts.linkSave}
          </Button>
          {isActive && (
            <Button size="xs" variant="default" onClick={() => set('')}>
              {texts.linkRemove}
            </Button>
          )}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
