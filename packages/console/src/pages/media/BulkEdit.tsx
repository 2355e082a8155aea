import { Button, Checkbox, Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBatchResult } from '../../api/checks.ts';
import { type Space, spacePath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { BulkProblem, namesOf, type Seen } from '../../parts/BulkProblem.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { useLabels } from '../../parts/media/useLabels.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type BulkChange, bulkChanges, noBulkChange } from './bulkChanges.ts';

type Props = {
  readonly space: Space;
  readonly seen: readonly Seen[];
  /** With the IDs of those that were skipped, if it was done. */
  readonly onClose: (left?: readonly string[]) => void;
};

/** Changes labels, credit and rights of many media items at once. */
export function BulkEdit({ space, seen: selected, onClose }: Props) {
  const { gallery: texts, bulk } = useWords();
  // As they were when the operator decided: the page behind it may be loaded again.
  const [seen] = useState(selected);
  const client = useQueryClient();
  const known = useLabels(space).map(({ label }) => label);
  const [change, setChange] = useState(noBulkChange);
  const put = (part: Partial<BulkChange>) => setChange((before) => ({ ...before, ...part }));
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const changes = bulkChanges(seen, change);
  const edit = useMutation({
    mutationFn: (sent: typeof changes) =>
      fetchJson(`${spacePath(space)}/batch`, isBatchResult, { method: 'POST', body: { changes: sent } }),
    async onSuccess({ changed }) {
      notifications.show({ message: texts.changed(changed) });
      const left = [...skipped];
      if (left.length > 0)
        notifications.show({ message: bulk.skipped(namesOf(seen, left, bulk.others)), color: 'yellow' });
      onClose(left);
      await client.invalidateQueries();
    },
  });
  return (
    <Modal opened onClose={() => onClose()} title={texts.editTitle(seen.length)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate(changes);
        }}
      >
        <Stack gap="sm">
          <TagsInput
            label={texts.addLabels}
            data={known}
            value={[...change.add]}
            onChange={(add) => put({ add })}
            acceptValueOnBlur
            data-autofocus
          />
          <TagsInput
            label={texts.removeLabels}
            data={known}
            value={[...change.remove]}
            onChange={(remove) => put({ remove })}
            acceptValueOnBlur
          />
          <OptionalText
            label={texts.setCredit}
            value={change.credit}
            onChange={(credit) => put({ credit })}
            most={500}
          />
          <OptionalText
            label={texts.setRights}
            value={change.rights}
            onChange={(rights) => put({ rights })}
            most={2000}
          />
          {edit.error !== null && (
            <BulkProblem
              error={edit.error}
              changes={edit.variables}
              seen={seen.filter(({ id }) => !skipped.has(id))}
              onLook={() => {
                onClose();
                void client.invalidateQueries({ queryKey: ['items'] });
              }}
              onSkip={(conflicts) => {
                const all = new Set([...skipped, ...conflicts]);
                setSkipped(all);
                edit.mutate(changes.filter(({ id }) => !all.has(id)));
              }}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={changes.length === 0} loading={edit.isPending}>
              {texts.apply}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type OptionalTextProps = {
  readonly label: string;
  /** Undefined: it stays as it is. Empty: it is removed. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly most: number;
};

function OptionalText({ label, value, onChange, most }: OptionalTextProps) {
  const texts = useWords().gallery;
  return (
    <div>
      <Checkbox
        label={label}
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
      />
      {value !== undefined && (
        <TextInput
          mt={6}
          aria-label={label}
          placeholder={texts.emptyRemoves}
          maxLength={most}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
