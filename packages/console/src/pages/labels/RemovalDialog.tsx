import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useUses } from '../../api/useUses.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { Label, LabelShelf } from './Label.ts';
import { useRemoval } from './useLabelChange.ts';

type DialogProps = {
  readonly shelf: LabelShelf;
  readonly label: Label;
  readonly onClose: () => void;
  readonly onMerge: () => void;
};

/** Asks before a category or tag is deleted; says where it is used, since then it can't be. */
export function RemovalDialog({ shelf, label, onClose, onMerge }: DialogProps) {
  useFocusBack();
  const texts = useWords().labels;
  const { data, error: unknown } = useUses(shelf, label.id);
  const { mutate, error, isPending } = useRemoval(shelf, label, onClose);
  const isUsed = data !== undefined && data.totalCount > 0;
  return (
    <Modal opened centered onClose={onClose} title={texts.deleteTitle(label.name)}>
      <Stack gap="md">
        {data === undefined && unknown === null && <Loader size="sm" />}
        {data !== undefined && (
          <Text size="sm">{isUsed ? texts.stillUsed(data.totalCount) : texts.deleteText}</Text>
        )}
        {isUsed && <UseList space={shelf} uses={data} />}
        {(error ?? unknown) && <Trouble error={error ?? unknown} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          {isUsed ? (
            <Button onClick={onMerge}>{texts.merge(label.name)}</Button>
          ) : (
            <Button color="red" loading={isPending} disabled={data === undefined} onClick={() => mutate()}>
              {texts.deleteConfirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
