import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { BatchResult } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { spacePath } from '../../../api/places.ts';
import { Trouble } from '../../../parts/Trouble.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import type { ItemShelf } from '../useItemShelf.ts';
import { type BulkAction, batchOf, type Chosen, type Effect, effectOf } from './bulk.ts';

type Named = Chosen & { readonly name: string };

type DialogProps = {
  readonly shelf: ItemShelf;
  readonly action: BulkAction;
  readonly chosen: readonly Named[];
  readonly onClose: (isDone: boolean) => void;
};

/** Says what will change before many items are changed at once. */
export function BulkDialog({ shelf, action, chosen, onClose }: DialogProps) {
  const texts = useWords().itemList;
  const [target, setTarget] = useState<string>();
  const effect = effectOf(action, chosen, Date.now());
  const amount = effect.concerned.length;
  const batch = useBatch(shelf, () => onClose(true));
  const needsTarget = action === 'addTag' || action === 'removeTag';
  const isDanger = effect.goes > 0 || action === 'delete';
  return (
    <Modal opened onClose={() => onClose(false)} title={texts.ask[action](texts.amount(amount))} centered>
      <Stack gap="sm">
        <Names chosen={chosen.filter((each) => effect.concerned.includes(each))} />
        <Effects effect={effect} left={chosen.length - amount} />
        <Target action={action} shelf={shelf} value={target} onChange={setTarget} />
        {(action === 'delete' || amount > 1) && (
          <Text size="sm" c="dimmed">
            {action === 'delete' ? texts.restorable : texts.allOrNone}
          </Text>
        )}
        {batch.error && <Trouble error={batch.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)} data-autofocus>
            {texts.cancel}
          </Button>
          <Button
            color={isDanger ? 'red' : 'ink'}
            loading={batch.isPending}
            disabled={amount === 0 || (needsTarget && target === undefined)}
            onClick={() => batch.mutate(batchOf(action, shelf, effect.concerned, target))}
          >
            {texts.actions[action]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Changes all or none, and says what became of it. */
function useBatch(shelf: ItemShelf, onDone: () => void) {
  const texts = useWords().itemList;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: object) => ask<BatchResult>(`${spacePath(shelf)}/batch`, { method: 'POST', body }),
    onSuccess: async ({ changed, unchanged }) => {
      const touched = ['items', 'item', 'versions', 'overview', 'removed'];
      await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
      notifications.show({ message: texts.done(changed, unchanged), color: 'green' });
      onDone();
    },
  });
}

const namesShown = 5;

function Names({ chosen }: { readonly chosen: readonly Named[] }) {
  const texts = useWords().itemList;
  const further = chosen.length - namesShown;
  return (
    <List size="sm">
      {chosen.slice(0, namesShown).map(({ contentId, name }) => (
        <List.Item key={contentId}>{name || texts.untitled}</List.Item>
      ))}
      {further > 0 && <List.Item>{texts.others(further)}</List.Item>}
    </List>
  );
}

function Effects({ effect, left }: { readonly effect: Effect; readonly left: number }) {
  const texts = useWords().itemList;
  return (
    <>
      {effect.goes > 0 && (
        <Alert color="red" role="alert">
          {texts.goes(effect.goes)}
        </Alert>
      )}
      {effect.comes > 0 && <Text size="sm">{texts.comes(effect.comes)}</Text>}
      {effect.waits > 0 && <Alert color="yellow">{texts.waits(effect.waits)}</Alert>}
      {left > 0 && <Text size="sm">{texts.left(left)}</Text>}
    </>
  );
}

function Target({
  action,
  shelf,
  value,
  onChange,
}: {
  readonly action: BulkAction;
  readonly shelf: ItemShelf;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}) {
  const texts = useWords().itemList;
  if (action === 'setCategory') {
    const props = { label: texts.category, description: texts.noCategory, canCreate: true };
    return <CategoryPicker space={shelf} value={value} onChange={onChange} {...props} />;
  }
  if (action !== 'addTag' && action !== 'removeTag') return null;
  return (
    <TagPicker
      space={shelf}
      label={texts.tags}
      canCreate={action === 'addTag'}
      value={value === undefined ? [] : [value]}
      onChange={(tags) => onChange(tags.at(-1))}
    />
  );
}
