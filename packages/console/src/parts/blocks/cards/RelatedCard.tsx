import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { InlineField } from '../InlineField.tsx';
import { ItemSearch } from '../ItemSearch.tsx';
import { useBlockSpace } from './BlockSpace.ts';
import { changedBlock } from './changedBlock.ts';

type RelatedBlock = Extract<Block, { type: 'related' }>;
type Props = { readonly block: RelatedBlock; readonly onChange: (block: RelatedBlock) => void };

/** Links to other items of the space. */
export function RelatedCard({ block, onChange }: Props) {
  const texts = useWords().body.related;
  const space = useBlockSpace();
  const { items } = block;
  const set = (next: RelatedBlock['items']) => onChange({ ...block, items: next });
  const move = (from: number, step: -1 | 1) => {
    const item = items[from];
    if (item !== undefined) set(items.toSpliced(from, 1).toSpliced(from + step, 0, item));
  };
  return (
    <Stack gap="xs">
      <ItemSearch
        space={space}
        label={texts.search}
        onTake={({ alias: _alias, ...item }) => {
          if (!items.some((each) => each.contentId === item.contentId && each.instanceId === item.instanceId))
            set([...items, item]);
        }}
      />
      {items.length > 0 && (
        <ol className="block-related">
          {items.map((item, index) => (
            <Group component="li" key={`${item.instanceId}/${item.contentId}`} gap={4} wrap="nowrap">
              <Text size="sm" truncate flex={1}>
                {item.title}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={texts.up(item.title)}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={texts.down(item.title)}
                disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={texts.remove(item.title)}
                onClick={() => set(items.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          ))}
        </ol>
      )}
      <InlineField
        label={texts.title}
        htmlLabel={texts.titleHtml}
        value={block.title}
        onChange={(title) => onChange(changedBlock(block, { title }))}
      />
    </Stack>
  );
}
