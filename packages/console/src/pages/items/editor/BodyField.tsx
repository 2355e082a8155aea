import { Alert, Button, Input, JsonInput, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { isSameJson, parseJson } from '../../../parts/json/json.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { blocksIn, withBlocks } from '../document/bodyBlocks.ts';
import { readAt, writeAt } from '../document/Document.ts';
import { fieldId, useEditor } from './EditorContext.tsx';

const BlockEditor = lazy(() => import('../../../parts/blocks/BlockEditor.tsx'));

const path = 'values.body';

/** The body of a news item: as blocks, or as JSON if it has another structure. */
export function BodyField() {
  const names = useWords().members;
  const { shelf, contentId, document, change, faultAt } = useEditor();
  const blocks = blocksIn(document);
  if (blocks === undefined) return <JsonBody />;
  const fault = faultAt(path);
  return (
    <div id={fieldId(path)} tabIndex={-1} className="item-body">
      <Suspense fallback={<Skeleton h={280} />}>
        <BlockEditor
          space={shelf}
          contentId={contentId}
          label={names[path]}
          value={blocks}
          onChange={(next) => change((before) => withBlocks(before, next))}
        />
      </Suspense>
      {fault !== undefined && <Input.Error mt={4}>{fault}</Input.Error>}
    </div>
  );
}

/** A body with another structure. Invalid JSON is kept as text until it is fixed. */
function JsonBody() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { document, change, faultAt } = useEditor();
  const body = readAt(document, path);
  const [text, setText] = useState(() => JSON.stringify(body, null, 2) ?? '');
  const parsed = parseJson(text);
  // It may have changed elsewhere, for example in the JSON view.
  if (parsed.fault === undefined && !isSameJson(parsed.value, body))
    setText(JSON.stringify(body, null, 2) ?? '');
  const type = (next: string) => {
    setText(next);
    const { value, fault } = parseJson(next);
    if (fault === undefined) change((before) => writeAt(before, path, value));
  };
  const begin = async () => {
    const labels = { confirm: texts.beginBlocks, cancel: texts.cancel };
    if (await confirm({ title: texts.beginBlocks, text: texts.beginBlocksAsk, ...labels }))
      change((before) => writeAt(before, path, { blocks: [] }));
  };
  const fault = parsed.fault === undefined ? faultAt(path) : texts.brokenJson(parsed.fault);
  return (
    <Stack gap="xs">
      <Alert color="blue" py="xs">
        {texts.otherBody}{' '}
        <Button size="compact-xs" variant="light" onClick={begin}>
          {texts.beginBlocks}
        </Button>
      </Alert>
      <JsonInput
        id={fieldId(path)}
        label={names[path]}
        value={text}
        onChange={type}
        error={fault}
        autosize
        minRows={10}
        maxRows={30}
      />
    </Stack>
  );
}
