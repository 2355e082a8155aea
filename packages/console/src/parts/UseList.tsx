import { Anchor, List, Stack, Text } from '@mantine/core';
import type { Uses } from '@newsstand/contract/manage';
import { Link } from 'wouter';
import { type Space, spacePath } from '../api/paths.ts';
import { usePlaceName } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

/** Items that use something, with links to their editors. */
export function UseList({ space, uses }: { readonly space: Space; readonly uses: Uses }) {
  const texts = useWords().uses;
  const placeName = usePlaceName();
  const { list, totalCount, defaultOf = [] } = uses;
  if (totalCount + defaultOf.length === 0) return <Text size="sm">{texts.nowhere}</Text>;
  return (
    <Stack gap="xs">
      {defaultOf.length > 0 && (
        <Text size="sm">
          {texts.defaultOf(defaultOf.map((instanceId) => placeName({ ...space, instanceId })).join(', '))}
        </Text>
      )}
      <List size="sm" spacing="xs">
        {list.map(({ kind, instanceId = '', id, name }) => (
          <List.Item key={`${kind}/${instanceId}/${id}`}>
            <Anchor
              component={Link}
              size="sm"
              className="long-text"
              href={`${spacePath(space)}/${kind}/${encodeURIComponent(instanceId)}/items/${encodeURIComponent(id)}`}
            >
              {name || id}
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              {placeName({ ...space, instanceId })}
            </Text>
          </List.Item>
        ))}
      </List>
      {totalCount > list.length && <Text size="sm">{texts.more(totalCount - list.length)}</Text>}
    </Stack>
  );
}
