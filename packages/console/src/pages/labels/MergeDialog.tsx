import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useItems } from '../../api/useItems.ts';
import { useUses } from '../../api/useUses.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type Label, type LabelShelf, labelOf } from './Label.ts';
import { useMerging } from './useLabelChange.ts';

type DialogProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Merges a category or tag into another: says how many items that changes. */
export function MergeDialog({ shelf, label, onClose }: DialogProps) {
  useFocusBack();
  const texts = useWords().labels;
  const [into, setInto] = useState<Label>();
  const uses = useUses(shelf, label.id);
  const { mutate, error, isPending } = useMerging(shelf, label, onClose);
  const trouble = error ?? uses.error;
  return (
    <Modal opened centered onClose={onClose} title={texts.mergeTitle(label.name)}>
      <Stack gap="md">
        <LabelSelect shelf={shelf} without={label.id} value={into} onChange={setInto} />
        {into !== undefined && uses.data !== undefined && (
          <Text size="sm" aria-live="polite">
            {texts.mergeText(uses.data.totalCount, label.name, into.name)}
          </Text>
        )}
        {trouble && <Trouble error={trouble} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            disabled={into === undefined || uses.data === undefined}
            loading={isPending}
            onClick={() => into && mutate(into)}
          >
            {texts.mergeConfirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type SelectProps = {
  readonly shelf: LabelShelf;
  readonly without: string;
  readonly value: Label | undefined;
  readonly onChange: (label: Label | undefined) => void;
};

function LabelSelect({ shelf, without, value, onChange }: SelectProps) {
  const texts = useWords().labels;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === value?.name ? '' : typed.trim(), 200);
  const { data } = useItems(shelf, { search: search || undefined, sort: 'name:asc', size: 50 });
  const found = (data?.list ?? []).map(({ item }) => labelOf(item)).filter(({ id }) => id !== without);
  const isMissing = value !== undefined && !found.some(({ id }) => id === value.id);
  const options = isMissing ? [value, ...found] : found;
  return (
    <Select
      label={texts.mergeInto}
      placeholder={texts.mergeHint}
      data-autofocus
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage={texts.mergeNothing}
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(options.find((each) => each.id === id))}
    />
  );
}
