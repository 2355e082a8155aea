import { Button, Group, Menu, Paper, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { DotsMenu } from '../../../parts/DotsMenu.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { publish, saveName } from '../document/publication.ts';
import type { Editing } from './useEditing.ts';

type BarProps = {
  readonly editing: Editing;
  /** Undefined where there is nothing to delete yet. */
  readonly onDelete: (() => void) | undefined;
};

/** Whether it is saved, and the buttons that do it; called by what they make of the item. */
export function EditorBar({ editing, onDelete }: BarProps) {
  const texts = useWords().editor;
  const { work, json, save, isSaving } = editing;
  const isDirty = work.isDirty || json.fault !== undefined;
  const name = saveName(work.base?.item, work.document, Date.now());
  const isDisabled = json.fault !== undefined || (work.base !== undefined && !isDirty);
  const publishNow = () => {
    const document = publish(work.document, 'now', 0);
    work.change(() => document);
    void save(document);
  };
  return (
    <Paper className="editor-bar" withBorder px="md" py="xs">
      <Text size="sm" c="dimmed" aria-live="polite" title={texts.saveHint}>
        {isDirty ? texts.unsaved : work.base !== undefined && texts.allSaved}
      </Text>
      <Group gap="xs" wrap="nowrap" ml="auto">
        {onDelete && <MoreMenu onDelete={onDelete} />}
        <Button
          variant={name === 'saveDraft' ? 'default' : 'filled'}
          loading={isSaving}
          disabled={isDisabled}
          onClick={() => void save()}
        >
          {texts.buttons[name]}
        </Button>
        {name === 'saveDraft' && (
          <Button disabled={json.fault !== undefined || isSaving} onClick={publishNow}>
            {texts.buttons.publish}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function MoreMenu({ onDelete }: { readonly onDelete: () => void }) {
  const texts = useWords().editor;
  return (
    <DotsMenu label={texts.more}>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
        {texts.delete}
      </Menu.Item>
    </DotsMenu>
  );
}
