import { Badge, Group, List, Text, Title } from '@mantine/core';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { Compared, Comparison } from './comparison.ts';

const colours = { stays: 'gray', comes: 'green', goes: 'red' } as const;

/** Which items come and which go until the moment that was asked for. */
export function ComparisonView({ comparison }: { readonly comparison: Comparison }) {
  const texts = useWords().explorer.compared;
  const { items, nowTotal, thenTotal } = comparison;
  const amount = (change: Compared['change']) => items.filter((each) => each.change === change).length;
  const [comes, goes] = [amount('comes'), amount('goes')];
  const summary = comes + goes === 0 ? texts.same : texts.changes(comes, goes);
  return (
    <section aria-live="polite">
      <Group gap="sm" align="baseline" mb="xs">
        <Title order={3} size="h5">
          {texts.title}
        </Title>
        <Text size="sm">{items.length === 0 ? texts.none : summary}</Text>
        <Text size="sm" c="dimmed">
          {texts.amount(thenTotal, nowTotal)}
        </Text>
      </Group>
      <List listStyleType="none" size="sm" spacing={4} className="compared">
        {items.map(({ id, name, change }) => (
          <List.Item key={id} data-change={change}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge variant="light" color={colours[change]} tt="none" miw={72}>
                {texts[change]}
              </Badge>
              <Text size="sm" td={change === 'goes' ? 'line-through' : undefined} className="long-text">
                {name}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
