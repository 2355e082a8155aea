import { Stack, TextInput } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { MediaPicker } from '../../media/MediaPicker.tsx';
import { InlineField } from '../InlineField.tsx';
import { useBlockSpace } from './BlockSpace.ts';
import { changedBlock } from './changedBlock.ts';

type VideoBlock = Extract<Block, { type: 'video' }>;
type Props = { readonly block: VideoBlock; readonly onChange: (block: VideoBlock) => void };

/** A video in a body. */
export function VideoCard({ block, onChange }: Props) {
  const texts = useWords().blocks;
  const space = useBlockSpace();
  const change = (part: Parameters<typeof changedBlock<VideoBlock>>[1]) =>
    onChange(changedBlock(block, part));
  return (
    <Stack gap="xs">
      <MediaPicker
        space={space}
        type="video"
        label={texts.video}
        value={block.mediaId}
        // The dimensions were those of the other video.
        onChange={(mediaId) => change({ mediaId, width: undefined, height: undefined })}
      />
      {block.mediaId === undefined && (
        <TextInput
          size="xs"
          label={texts.url}
          value={block.url ?? ''}
          onChange={({ currentTarget }) => change({ url: currentTarget.value || undefined })}
        />
      )}
      <InlineField
        label={texts.caption}
        htmlLabel={texts.captionHtml}
        value={block.caption}
        onChange={(caption) => change({ caption })}
        isInPlace
      />
    </Stack>
  );
}
