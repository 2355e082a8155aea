import { Button, Group, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { IconLink } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { useKeptText } from '../useKeptText.ts';
import { useBlockSpace } from './cards/BlockSpace.ts';
import { useItemList } from './ItemSearch.tsx';
import { completeAddress } from './links.ts';
import { type FoundItem, useFoundItems } from './useFoundItems.ts';

/** Creates, changes or removes a link, to any address or to an item of the space. Ctrl+K opens it. */
export function LinkControl({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
  const texts = useWords();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const isOpen = typed !== undefined;
  // A link that was begun and not set is there when the next one is.
  const [begun, setBegun] = useKeptText(`link:${location.pathname}`);
  const start = () => {
    setFault(undefined);
    setTyped(`${editor.getAttributes('link')['href'] ?? begun}`);
  };
  const open = useRef(start);
  open.current = start;
  useEffect(() => {
    const onEditLink = () => open.current();
    window.addEventListener('edit-link', onEditLink);
    return () => window.removeEventListener('edit-link', onEditLink);
  }, []);
  const close = () => {
    setTyped(undefined);
    editor.commands.focus();
  };
  const set = (href: string, title = href) => {
    const { empty, from } = editor.state.selection;
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without a selection there is nothing to link, so the text is inserted, too.
    if (empty && !isActive)
      chain
        .insertContentAt(from, { type: 'text', text: title, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else chain.setMark('link', { href }).run();
    setBegun('');
    setTyped(undefined);
  };
  const submit = () => {
    if (typed?.trim() === '') return remove();
    const address = completeAddress(typed ?? '');
    if ('href' in address) set(address.href);
    else setFault(texts.body.link[address.fault]);
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
    setBegun('');
    setTyped(undefined);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => opened || close()}
      trapFocus
      width={340}
      position="bottom-start"
    >
      <Popover.Target>
        <RichTextEditor.Control
          onClick={start}
          active={isActive}
          aria-pressed={isActive}
          aria-label={texts.blocks.link}
          title={`${texts.blocks.link} (Ctrl+K)`}
        >
          <IconLink size={16} stroke={1.5} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <LinkForm
            typed={typed}
            fault={fault}
            isLink={isActive}
            onType={(text) => {
              setTyped(text);
              setBegun(text);
              setFault(undefined);
            }}
            onTake={({ instanceId, alias, contentId, title }) =>
              set(`/${encodeURIComponent(instanceId)}/${encodeURIComponent(alias ?? contentId)}`, title)
            }
            onSubmit={submit}
            onRemove={remove}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type FormProps = {
  readonly typed: string;
  readonly fault: string | undefined;
  readonly isLink: boolean;
  readonly onType: (text: string) => void;
  readonly onTake: (item: FoundItem) => void;
  readonly onSubmit: () => void;
  readonly onRemove: () => void;
};

function LinkForm({ typed, fault, isLink, onType, onTake, onSubmit, onRemove }: FormProps) {
  const texts = useWords();
  // What is an address already, or looks like one, is not searched for.
  const address = completeAddress(typed);
  const isTitle = 'fault' in address && address.fault === 'noAddress' && typed.trim() !== '';
  const found = useFoundItems(useBlockSpace(), typed, isTitle);
  const { onKeyDown, list, inputProps } = useItemList(isTitle ? found : [], onTake);
  return (
    <>
      <TextInput
        label={texts.blocks.linkAddress}
        placeholder={texts.body.link.placeholder}
        value={typed}
        error={fault}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown(event);
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return;
          event.preventDefault();
          onSubmit();
        }}
        {...inputProps}
      />
      {list}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onSubmit}>
          {texts.blocks.linkSave}
        </Button>
        {isLink && (
          <Button size="xs" variant="default" onClick={onRemove}>
            {texts.blocks.linkRemove}
          </Button>
        )}
      </Group>
    </>
  );
}
