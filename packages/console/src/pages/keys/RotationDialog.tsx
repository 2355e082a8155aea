import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import type { IssuedKey, KeyView } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { IssuedDialog } from './IssuedDialog.tsx';

const graces = ['0', '3600000', '86400000', '604800000'] as const;

/** Gives a key a new secret; the old one works for a while, so that nothing breaks meanwhile. */
export function RotationDialog({ view, onClose }: { readonly view: KeyView; readonly onClose: () => void }) {
  useFocusBack();
  const words = useWords().keys;
  const texts = words.rotation;
  const client = useQueryClient();
  const [grace, setGrace] = useState<string>('86400000');
  const rotating = useMutation({
    mutationFn: () =>
      ask<IssuedKey>(`/keys/${view.key}/rotate`, {
        method: 'POST',
        body: { graceMilliseconds: Number(grace) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (rotating.data)
    return <IssuedDialog title={words.issued.rotated} issued={rotating.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.title(view.name)}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        <Radio.Group label={texts.grace} value={grace} onChange={setGrace}>
          <Stack gap="xs" mt="xs">
            {graces.map((each) => (
              <Radio key={each} value={each} label={texts.graces[each]} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" fw={600} aria-live="polite">
          {grace === '0' && texts.now}
        </Text>
        {rotating.error && <Trouble error={rotating.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
