import { Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { ItemShelf } from '../../api/paths.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { useInstanceSettings, useSaveInstanceSettings } from '../../parts/PreviewPageForm.tsx';
import { SettingsFoot } from '../../parts/SettingsFoot.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = { readonly instance: ItemShelf; readonly name: string; readonly onClose: () => void };

/** Says what four eyes mean, and demands them for an instance or not. */
export function FourEyesDialog({ instance, name, onClose }: Props) {
  useReturnFocus();
  const texts = useWords().fourEyes;
  const { data, error } = useInstanceSettings(instance);
  return (
    <Modal opened onClose={onClose} title={texts.title(name)}>
      {error !== null && <ErrorAlert error={error} />}
      {data && (
        <FourEyesForm {...{ instance, name, onClose }} previewUrl={data.previewUrl} before={data.fourEyes} />
      )}
    </Modal>
  );
}

type FormProps = Props & { readonly previewUrl: string | undefined; readonly before: boolean | undefined };

function FourEyesForm({ instance, name, previewUrl, before = false, onClose }: FormProps) {
  const texts = useWords().fourEyes;
  const [fourEyes, setFourEyes] = useState(before);
  const saving = useSaveInstanceSettings(instance, () => {
    notifications.show({ message: fourEyes ? texts.on(name) : texts.off(name) });
    onClose();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate({ ...(previewUrl !== undefined && { previewUrl }), fourEyes });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        {texts.about.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        <Switch
          label={texts.label}
          checked={fourEyes}
          onChange={({ currentTarget }) => setFourEyes(currentTarget.checked)}
          data-autofocus
        />
        <SettingsFoot saving={saving} isChanged={fourEyes !== before} label={texts.save} onClose={onClose} />
      </Stack>
    </form>
  );
}
