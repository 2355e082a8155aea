import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';

const shownMilliseconds = 10_000;

/** What was done, with a button that undoes it, for ten seconds; longer while the mouse or the keyboard is on it. */
export function UndoMessage({
  text,
  undo,
  onClose,
}: {
  readonly text: string;
  readonly undo: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const texts = useWords().desk;
  const { close } = useWords().notifications;
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew when it is left, and not otherwise.
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onClose, shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const act = () => {
    onClose();
    void undo();
  };
  useHotkeys([['mod+Z', act]]);
  return (
    <Stack
      gap="xs"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text size="sm">{text}</Text>
        <CloseButton size="sm" aria-label={close} onClick={onClose} />
      </Group>
      <Button size="xs" onClick={act} title={texts.undoHint} w="fit-content">
        {texts.undo}
      </Button>
    </Stack>
  );
}
