import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IconCheck, IconCopy } from '../icons/icons.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

type Props = {
  readonly label: string;
  readonly code: string;
  /** Called when it was copied, by the button or by hand. */
  readonly onCopied?: (() => void) | undefined;
};

/** Code or another text, with a copy button. */
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
          color={state === 'copied' ? 'green' : 'kiosk'}
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

type Copying = 'idle' | 'copied' | 'selected';

const shownMilliseconds = 2000;

/** Copies a text. If the browser forbids that, as it does without TLS, the text is selected for copying by hand. */
export function useCopy(text: string, shown: RefObject<HTMLElement | null>, onCopied?: () => void) {
  const [state, setState] = useState<Copying>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setState('selected');
    }
  };
  return { state, copy };
}

/** A read-only text field with a copy button. */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  const texts = useWords().mediaDetails;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        value={text}
        readOnly
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={texts.copyLabel(label)}>
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
