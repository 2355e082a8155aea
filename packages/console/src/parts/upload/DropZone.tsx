import { Center, Paper, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconUpload } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = {
  readonly onFiles: (files: readonly File[]) => void;
  /** One field among others: pasted files may be meant for another. */
  readonly isField?: boolean;
  readonly children: ReactNode;
};

/** Takes files that are dropped on it, or pasted while it is on the page. */
export function DropZone({ onFiles, isField = false, children }: Props) {
  const texts = useWords().uploads;
  const { isOver, handlers } = useFileDrop(onFiles);
  usePastedFiles(onFiles, !isField);
  return (
    <div {...handlers} className="drop-zone" data-field={isField || undefined}>
      {children}
      {isOver && (
        <Paper className="drop-zone-over" radius="md">
          <Center h="100%">
            <Text size="lg" fw={600}>
              <IconUpload size={20} /> {texts.drop}
            </Text>
          </Center>
        </Paper>
      )}
    </div>
  );
}

function useFileDrop(onFiles: Props['onFiles']) {
  const [isOver, setOver] = useState(false);
  // A drag enters and leaves every element inside; it is over when it has left all of them.
  const depth = useRef(0);
  const enter = (step: 1 | -1) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: enter(1),
    onDragLeave: enter(-1),
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth.current = 0;
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

function usePastedFiles(onFiles: Props['onFiles'], isOn: boolean): void {
  const current = useRef(onFiles);
  current.current = onFiles;
  useEffect(() => {
    if (!isOn) return undefined;
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      current.current(files);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isOn]);
}
