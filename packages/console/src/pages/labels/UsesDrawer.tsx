import { Anchor, Drawer, List, Loader, Stack, Text } from '@mantine/core';
import type { Uses } from '@newsstand/contract/manage';
import { Link } from 'wouter';
import { type SpacePlace, spacePath } from '../../api/places.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { Label, LabelShelf } from './Label.ts';
import { labelWords } from './labelWords.ts';
import { useUses } from './useUses.ts';

type DrawerProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Where a category or tag is used. */
export function UsesDrawer({ shelf, label, onClose }: DrawerProps) {
  useFocusBack();
  const texts = useWords(labelWords);
  const { data, error } = useUses(shelf, label.id);
  return (
    <Drawer opened onClose={onClose} position="right" title={texts.usesTitle(label.name)}>
      {error && <Trouble error={error} />}
      {data === undefined && !error && <Loader />}
      {data && <UseList space={shelf} uses={data} />}
    </Drawer>
  );
}

/** Items that use something, with the way to their editor. */
export function UseList({ space, uses }: { readonly space: SpacePlace; readonly uses: Uses }) {
  const texts = useWords(labelWords);
  const { list, totalCount } = uses;
  return (
    <Stack gap="xs">
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
              {instanceId}
            </Text>
          </List.Item>
        ))}
      </List>
      {totalCount > list.length && <Text size="sm">{texts.moreUses(totalCount - list.length)}</Text>}
    </Stack>
  );
}
