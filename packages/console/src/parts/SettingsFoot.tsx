import { Button, Group } from '@mantine/core';
import { useWords } from '../words/LanguageProvider.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';

type Props = {
  readonly saving: { readonly error: Error | null; readonly isPending: boolean };
  readonly isChanged: boolean;
  readonly label: string;
  readonly onClose: () => void;
};

/** The end of a form of settings: why they could not be saved, and its buttons. */
export function SettingsFoot({ saving, isChanged, label, onClose }: Props) {
  const { dialog } = useWords();
  return (
    <>
      {saving.error !== null && <ErrorAlert error={saving.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {dialog.cancel}
        </Button>
        <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
          {label}
        </Button>
      </Group>
    </>
  );
}
