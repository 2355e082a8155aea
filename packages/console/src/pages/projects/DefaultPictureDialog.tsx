import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { ItemShelf } from '../../api/paths.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { MediaPicker } from '../../parts/media/MediaPicker.tsx';
import { useInstanceSettings, useSaveInstanceSettings } from '../../parts/PreviewPageForm.tsx';
import { SettingsFoot } from '../../parts/SettingsFoot.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = { readonly instance: ItemShelf; readonly name: string; readonly onClose: () => void };

/** Chooses the picture of news that have none of their own. */
export function DefaultPictureDialog(props: Props) {
  useReturnFocus();
  const texts = useWords().defaultPicture;
  const { data, error } = useInstanceSettings(props.instance);
  return (
    <Modal opened onClose={props.onClose} title={`${texts.title}: ${props.name}`}>
      {error !== null && <ErrorAlert error={error} />}
      {data && <DefaultPictureForm {...props} previewUrl={data.previewUrl} before={data.defaultPicture} />}
    </Modal>
  );
}

type FormProps = Props & { readonly previewUrl: string | undefined; readonly before: string | undefined };

function DefaultPictureForm({ instance, name, previewUrl, before, onClose }: FormProps) {
  const texts = useWords().defaultPicture;
  const [mediaId, setMediaId] = useState(before);
  const saving = useSaveInstanceSettings(instance, () => {
    notifications.show({ message: texts.saved(name) });
    onClose();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate({ ...(previewUrl !== undefined && { previewUrl }), defaultPicture: mediaId ?? null });
  };
  const { projectId, spaceId } = instance;
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <Text size="sm">{texts.about}</Text>
        <MediaPicker
          space={{ projectId, spaceId }}
          type="image"
          label={texts.label}
          value={mediaId}
          onChange={setMediaId}
        />
        <SettingsFoot saving={saving} isChanged={mediaId !== before} label={texts.save} onClose={onClose} />
      </Stack>
    </form>
  );
}
