import { Group, Stack, Text } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { IconArrowDown, IconArrowUp, IconTrash } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { InlineField } from '../InlineField.tsx';
import { ItemSearch } from '../ItemSearch.tsx';
import { useBlockSpace } from './BlockSpace.ts';
import { CardAction } from './CardAction.tsx';
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
              <CardAction
                label={texts.up(item.title)}
                isDisabled={index === 0}
                onUse={() => move(index, -1)}
                Icon={IconArrowUp}
              />
              <CardAction
                label={texts.down(item.title)}
                isDisabled={index === items.length - 1}
                onUse={() => move(index, 1)}
                Icon={IconArrowDown}
              />
              <CardAction
                label={texts.remove(item.title)}
                onUse={() => set(items.toSpliced(index, 1))}
                Icon={IconTrash}
              />
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
