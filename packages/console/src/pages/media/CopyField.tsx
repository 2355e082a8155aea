import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { useWords } from '../../words/LanguageProvider.tsx';

/** A text to be copied. */
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
