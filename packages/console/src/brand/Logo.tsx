import { Group, Text } from '@mantine/core';
import mark from './mark.svg' with { type: 'text' };

/** The mark and the name. */
export function Logo() {
  return (
    <Group gap={8} wrap="nowrap" className="logo">
      <img src={`data:image/svg+xml,${encodeURIComponent(mark)}`} width={26} height={26} alt="" />
      <Text component="span" className="logo-name">
        Newsstand
      </Text>
    </Group>
  );
}
