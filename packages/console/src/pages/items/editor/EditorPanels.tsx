import { Box, Loader, Stack, Tabs, Text, Textarea } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { isSameJson } from '../../../parts/json/json.ts';
import { lazyPart } from '../../../parts/lazyPart.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { faultAt } from '../document/faults.ts';
import { PreviewView } from '../preview/PreviewView.tsx';
import { EditorContext, useSteady } from './EditorContext.tsx';
import type { Editing } from './useEditing.ts';
import { WriteForm } from './WriteForm.tsx';

const HistoryView = lazyPart(() => import('../history/HistoryView.tsx'), <Loader />);

type PanelsProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly canEdit: boolean;
  readonly canPublish: boolean;
  /** What is shown beside the form. */
  readonly beside: ReactNode;
};

/** The four views of an item: form, preview, JSON and history. */
export function EditorPanels({ shelf, editing, canEdit, canPublish, beside }: PanelsProps) {
  const { work, json, contentId } = editing;
  return (
    <>
      {canEdit && (
        <Tabs.Panel value="write" keepMounted>
          <WriteView shelf={shelf} editing={editing} beside={beside} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="preview">
        <PreviewView shelf={shelf} document={work.document} contentId={canEdit ? contentId : undefined} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonForm text={json.text} fault={json.fault} onChange={json.edit} isReadOnly={!canEdit} />
      </Tabs.Panel>
      {contentId !== undefined && (
        <Tabs.Panel value="history">
          <HistoryView shelf={shelf} editing={editing} {...{ canEdit, canPublish }} />
        </Tabs.Panel>
      )}
    </>
  );
}
/** Whether the preview is next to the form; remembered. */
export function usePreviewBeside() {
  return useLocalStorage({ key: 'newsstand-preview', defaultValue: false });
}

/** The form, with the preview next to it if there is room and it is switched on. */
function WriteView({ shelf, editing, beside }: Pick<PanelsProps, 'shelf' | 'editing' | 'beside'>) {
  const isWide = useMediaQuery('(min-width: 100em)') ?? false;
  const [isBeside] = usePreviewBeside();
  const { contentId } = editing;
  const { document, change, base } = editing.work;
  const place = useSteady(shelf, isSameJson);
  const faults = useSteady([...editing.faults, ...editing.invalid], isSameJson);
  const faultOf = useCallback((path: string) => faultAt(faults, path), [faults]);
  const value = useMemo(
    () => ({ shelf: place, contentId, document, change, faultAt: faultOf }),
    [place, contentId, document, change, faultOf],
  );
  return (
    <EditorContext value={value}>
      <Box className="write-view" data-beside={(isWide && isBeside) || undefined}>
        <WriteForm base={base?.item} beside={beside} />
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
