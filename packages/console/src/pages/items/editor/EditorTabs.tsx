import { Box, Stack, Switch, Tabs, Text, Textarea } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { faultAt } from '../document/faults.ts';
import { HistoryView } from '../history/HistoryView.tsx';
import { PreviewView } from '../preview/PreviewView.tsx';
import { EditorContext } from './EditorContext.tsx';
import type { Editing } from './useEditing.ts';
import { WriteForm } from './WriteForm.tsx';

type TabsProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly canEdit: boolean;
  readonly tab: string | null;
  readonly onTab: (tab: string | null) => void;
};

/** The four views of an item: form, preview, JSON and history. */
export function EditorTabs({ shelf, editing, canEdit, tab, onTab }: TabsProps) {
  const texts = useWords().editor.tabs;
  const { work, json, contentId } = editing;
  return (
    <Tabs value={tab} onChange={onTab} keepMounted={false}>
      <Tabs.List mb="md">
        {canEdit && <Tabs.Tab value="write">{texts.write}</Tabs.Tab>}
        <Tabs.Tab value="preview">{texts.preview}</Tabs.Tab>
        <Tabs.Tab value="json" {...(json.fault !== undefined && { color: 'red' })}>
          {texts.json}
        </Tabs.Tab>
        {contentId !== undefined && <Tabs.Tab value="history">{texts.history}</Tabs.Tab>}
      </Tabs.List>
      {canEdit && (
        <Tabs.Panel value="write" keepMounted>
          <WriteView shelf={shelf} editing={editing} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="preview">
        <PreviewView shelf={shelf} document={work.document} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonForm text={json.text} fault={json.fault} onChange={json.edit} isReadOnly={!canEdit} />
      </Tabs.Panel>
      {contentId !== undefined && (
        <Tabs.Panel value="history">
          <HistoryView shelf={shelf} editing={editing} canEdit={canEdit} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

/** The form, with the preview next to it if there is room and it is switched on. */
function WriteView({ shelf, editing }: { readonly shelf: ItemShelf; readonly editing: Editing }) {
  const texts = useWords().editor;
  const isWide = useMediaQuery('(min-width: 100em)') ?? false;
  const [isBeside, setBeside] = useLocalStorage({ key: 'newsstand-preview', defaultValue: false });
  const { work, faults } = editing;
  const { document, change, base } = work;
  const value = useMemo(
    () => ({ shelf, document, change, faultAt: (path: string) => faultAt(faults, path) }),
    [shelf, document, change, faults],
  );
  return (
    <EditorContext value={value}>
      {isWide && (
        <Switch
          mb="md"
          label={texts.beside}
          checked={isBeside}
          onChange={(event) => setBeside(event.currentTarget.checked)}
        />
      )}
      <Box className="write-view" data-beside={(isWide && isBeside) || undefined}>
        <WriteForm base={base?.item} />
        {isWide && isBeside && <PreviewView shelf={shelf} document={document} />}
      </Box>
    </EditorContext>
  );
}

/** The whole item as JSON. */
function JsonForm({
  text,
  fault,
  onChange,
  isReadOnly,
}: {
  readonly text: string;
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
  readonly isReadOnly: boolean;
}) {
  const texts = useWords().editor;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.jsonNote}
      </Text>
      <Textarea
        aria-label={texts.tabs.json}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={fault}
        readOnly={isReadOnly}
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={false}
        classNames={{ input: 'json-input' }}
      />
    </Stack>
  );
}
