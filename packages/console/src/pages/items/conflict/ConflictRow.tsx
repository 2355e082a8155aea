import { Badge, Group, Paper, Radio, SimpleGrid, Text } from '@mantine/core';
import type { SpacePlace } from '../../../api/places.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Conflict, Side } from '../document/conflicts.ts';
import { memberName } from '../memberName.ts';
import { ValueView } from '../ValueView.tsx';

type RowProps = {
  readonly space: SpacePlace;
  readonly conflict: Conflict;
  readonly chosen: Side;
  readonly onChoose: (side: Side) => void;
};

/** One member that two people have given different values: what it was, and both. */
export function ConflictRow({ space, conflict, chosen, onChoose }: RowProps) {
  const texts = useWords().conflict;
  const member = memberName(conflict.path, useWords().members);
  const value = (of: 'base' | Side) => <ValueView space={space} path={conflict.path} value={conflict[of]} />;
  return (
    <Paper withBorder p="sm" component="section" aria-label={member}>
      <Group gap="xs" mb="xs">
        <Text fw={600}>{member}</Text>
        {conflict.isContested && (
          <Badge color="orange" variant="light" tt="none">
            {texts.contested}
          </Badge>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <div>
          <Text size="xs" c="dimmed">
            {texts.base}
          </Text>
          {value('base')}
        </div>
        {(['theirs', 'yours'] as const).map((side) => (
          <Paper
            key={side}
            withBorder
            p="xs"
            className="conflict-side"
            data-chosen={chosen === side || undefined}
          >
            <Radio
              name={`side-${conflict.path}`}
              label={texts[side]}
              aria-label={texts.take[side](member)}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              mb={4}
            />
            {value(side)}
          </Paper>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
