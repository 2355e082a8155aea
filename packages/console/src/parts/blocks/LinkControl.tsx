import { Button, Group, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Makes the selected text a link, changes one, or takes it away. Ctrl+K opens it. */
export function LinkControl({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
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
