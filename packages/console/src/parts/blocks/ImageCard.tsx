import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { useWords } from '../../words/LanguageProvider.tsx';
import { MediaPicker } from '../MediaPicker.tsx';
import { useBlockSpace } from './BlockSpace.ts';
import { changedBlock } from './changedBlock.ts';
import { InlineField } from './InlineField.tsx';

type ImageBlock = Extract<Block, { type: 'image' }>;
type Props = { readonly block: ImageBlock; readonly onChange: (block: ImageBlock) => void };

/** A picture in a text. */
export function ImageCard({ block, onChange }: Props) {
  const texts = useWords().blocks;
  const space = useBlockSpace();
  const change = (part: Parameters<typeof changedBlock<ImageBlock>>[1]) =>
    onChange(changedBlock(block, part));
  return (
    <Stack gap="xs">
      <MediaPicker
        space={space}
        type="image"
        label={texts.image}
        value={block.mediaId}
        // The sides were those of the other picture.
        onChange={(mediaId) => change({ mediaId, width: undefined, height: undefined })}
      />
      <TextInput
        size="xs"
        label={texts.alt}
        value={block.alt ?? ''}
        onChange={({ currentTarget }) => change({ alt: currentTarget.value || undefined })}
      />
      <InlineField
        label={texts.caption}
        htmlLabel={texts.captionHtml}
        value={block.caption}
        onChange={(caption) => change({ caption })}
      />
      <details open={block.link !== undefined || block.url !== undefined}>
        <summary>{texts.more}</summary>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          <TextInput
            size="xs"
            label={texts.leadsTo}
            value={block.link ?? ''}
            onChange={({ currentTarget }) => change({ link: currentTarget.value || undefined })}
          />
          <TextInput
            size="xs"
            label={texts.url}
            value={block.url ?? ''}
            onChange={({ currentTarget }) => change({ url: currentTarget.value || undefined })}
          />
        </SimpleGrid>
      </details>
    </Stack>
  );
}
