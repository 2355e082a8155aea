import { Button, FileButton, type MantineSize } from '@mantine/core';
import { useRef } from 'react';
import { IconUpload } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = {
  readonly onFiles: (files: readonly File[]) => void;
  readonly label?: string;
  readonly isSingle?: boolean;
  readonly type?: 'image' | 'video' | undefined;
  readonly variant?: string;
  readonly size?: MantineSize;
};

const accepted = { image: 'image/*,.zip', video: 'video/*', all: 'image/*,video/*,.mov,.zip' } as const;

/** A button that chooses files to upload. */
export function FilesButton({
  onFiles,
  label,
  isSingle = false,
  type,
  variant = 'filled',
  size = 'sm',
}: Props) {
  const texts = useWords().uploads;
  // The same file can be chosen again after it was changed.
  const reset = useRef<() => void>(null);
  const take = (files: File[]) => {
    onFiles(files);
    reset.current?.();
  };
  const shared = { accept: accepted[type ?? 'all'], resetRef: reset };
  const button = (props: { onClick: () => void }) => (
    <Button {...props} variant={variant} size={size} leftSection={<IconUpload size={16} />}>
      {label ?? texts.choose}
    </Button>
  );
  if (isSingle)
    return (
      <FileButton {...shared} onChange={(file) => file && take([file])}>
        {button}
      </FileButton>
    );
  return (
    <FileButton {...shared} multiple onChange={take}>
      {button}
    </FileButton>
  );
}
