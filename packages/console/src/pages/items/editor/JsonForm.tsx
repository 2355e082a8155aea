import { Stack, Text, Textarea } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';

/** The whole item as JSON. */
export function JsonForm({
  text,
  fault,
  onChange,
  isReadOnly,
}: {
  readonly text: string;
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
  readonly isReadOnly: boolean;
}) {
  const texts = useWords().editor;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.jsonNote}
      </Text>
      <Textarea
        aria-label={texts.tabs.json}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={fault}
        readOnly={isReadOnly}
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={false}
        classNames={{ input: 'json-input' }}
      />
    </Stack>
  );
}
