import { Group, Paper, Stack, Text } from '@mantine/core';
import type { Space } from '../../../api/paths.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Difference, type Document, differences } from '../document/Document.ts';
import { diffWords } from '../document/diffWords.ts';
import { fieldLabel } from '../document/fields.ts';
import { ValueView, valueText } from '../ValueView.tsx';

type DiffProps = { readonly space: Space; readonly before: Document; readonly after: Document };

/** The differences between two versions, member by member. */
export function DiffView({ space, before, after }: DiffProps) {
  const texts = useWords().history;
  const names = useWords().members;
  const found = differences(before, after);
  if (found.length === 0) return <Text size="sm">{texts.same}</Text>;
  return (
    <Stack gap="sm">
      {found.map((difference) => (
        <Paper key={difference.path} withBorder p="sm">
          <Text size="sm" fw={600} mb={4}>
            {fieldLabel(difference.path, names)}
          </Text>
          {isTextual(difference) ? (
            <TextDiff {...difference} />
          ) : (
            <Group gap="sm" align="center">
              <ValueView space={space} path={difference.path} value={difference.before} />
              <Text aria-hidden>→</Text>
              <ValueView space={space} path={difference.path} value={difference.after} />
            </Group>
          )}
        </Paper>
      ))}
    </Stack>
  );
}

const named = new Set(['category', 'tags', 'values.thumbnail', 'values.image', 'status']);

/** Whether both sides are best compared as texts. */
function isTextual({ path, before, after }: Difference): boolean {
  return !named.has(path) && before !== undefined && after !== undefined && typeof after !== 'number';
}

function TextDiff({ path, before, after }: Difference) {
  const { language } = useLanguage();
  const parts = diffWords(valueText(path, before, language), valueText(path, after, language));
  return (
    <Text size="sm" component="div" className="value-text">
      {parts.map(({ type, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key and never move.
        if (type === 'added') return <ins key={at}>{text}</ins>;
        // biome-ignore lint/suspicious/noArrayIndexKey: same.
        if (type === 'removed') return <del key={at}>{text}</del>;
        return text;
      })}
    </Text>
  );
}
