import { Group, Paper, Stack, Text } from '@mantine/core';
import type { SpacePlace } from '../../../api/places.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { type Difference, differences } from '../document/differences.ts';
import { diffWords } from '../document/diffWords.ts';
import { memberName } from '../memberName.ts';
import { ValueView, valueText } from '../ValueView.tsx';

type DiffProps = { readonly space: SpacePlace; readonly before: Document; readonly after: Document };

/** What differs between two versions, member by member. */
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
            {memberName(difference.path, names)}
          </Text>
          {isWordy(difference) ? (
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

/** Whether both sides are texts, or are best read as such. */
function isWordy({ path, before, after }: Difference): boolean {
  return !named.has(path) && before !== undefined && after !== undefined && typeof after !== 'number';
}

function TextDiff({ path, before, after }: Difference) {
  const { language } = useLanguage();
  const parts = diffWords(valueText(path, before, language), valueText(path, after, language));
  return (
    <Text size="sm" component="div" className="value-text">
      {parts.map(({ type, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and are never moved.
        if (type === 'added') return <ins key={at}>{text}</ins>;
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        if (type === 'removed') return <del key={at}>{text}</del>;
        return text;
      })}
    </Text>
  );
}
