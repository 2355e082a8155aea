import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';
import { useCopy } from './useCopy.ts';

type Props = {
  readonly label: string;
  readonly code: string;
  /** ErrorText when it was copied, by the button or by hand. */
  readonly onCopied?: (() => void) | undefined;
};

/** Code, or another text to be taken elsewhere, with a button that copies it. */
export function Snippet({ label, code, onCopied }: Props) {
  const texts = useWords().snippet;
  const labelId = useId();
  const shown = useRef<HTMLPreElement>(null);
  const { state, copy } = useCopy(code, shown, onCopied);
  return (
    <figure className="snippet" aria-labelledby={labelId}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Text size="sm" fw={500} id={labelId}>
          {label}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          color={state === 'copied' ? 'green' : 'ink'}
          leftSection={state === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
          {...(state === 'idle' && { 'aria-label': texts.label(label) })}
        >
          <span aria-live="polite">{texts[state]}</span>
        </Button>
      </Group>
      <pre ref={shown} onCopy={onCopied}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
