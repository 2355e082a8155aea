import { Button, Checkbox, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBatchResult } from '../../api/checks.ts';
import { type Space, spacePath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useLabels } from '../../parts/media/useLabels.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type BulkChange, bulkChanges, noBulkChange } from './bulkChanges.ts';

type Props = {
  readonly space: Space;
  readonly ids: readonly string[];
  readonly onClose: () => void;
};

/** Changes labels, credit and rights of many media items at once. */
export function BulkEdit({ space, ids, onClose }: Props) {
  const texts = useWords().gallery;
  const client = useQueryClient();
  const known = useLabels(space).map(({ label }) => label);
  const [change, setChange] = useState(noBulkChange);
  const put = (part: Partial<BulkChange>) => setChange((before) => ({ ...before, ...part }));
  const changes = bulkChanges(ids, change);
  const edit = useMutation({
    mutationFn: () =>
      fetchJson(`${spacePath(space)}/batch`, isBatchResult, { method: 'POST', body: { changes } }),
    async onSuccess({ changed }) {
      notifications.show({ message: texts.changed(changed) });
      onClose();
      await client.invalidateQueries();
    },
  });
  return (
    <Modal opened onClose={onClose} title={texts.editTitle(ids.length)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate();
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
          {edit.error !== null && <ErrorAlert error={edit.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
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
