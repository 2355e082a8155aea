import { Code, Paper, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { createContext, useContext } from 'react';
import type { Space } from '../../api/paths.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import { blockOf } from './blockOf.ts';
import { InlineField, preventEnterSubmit } from './InlineField.tsx';

/** A block that is edited as a small form. */
export function CardView({ node, selected, updateAttributes }: ReactNodeViewProps) {
  const change = (block: Block) => updateAttributes({ block });
  return (
    <NodeViewWrapper contentEditable={false} onKeyDown={preventEnterSubmit}>
      <Paper withBorder p="sm" className="block-card" data-selected={selected || undefined} data-drag-handle>
        <Card value={node.attrs['block']} onChange={change} />
      </Paper>
    </NodeViewWrapper>
  );
}

function Card({ value, onChange }: { readonly value: unknown; readonly onChange: (block: Block) => void }) {
  const block = blockOf(value);
  if (block?.type === 'image') return <ImageCard block={block} onChange={onChange} />;
  if (block?.type === 'video') return <VideoCard block={block} onChange={onChange} />;
  if (block?.type === 'html') return <HtmlCard block={block} onChange={onChange} />;
  return <UnknownCard value={value} />;
}

function UnknownCard({ value }: { readonly value: unknown }) {
  const texts = useWords().blocks;
  return (
    <>
      <Text size="sm" c="dimmed" mb={4}>
        {texts.unknown}
      </Text>
      <Code block>{`${JSON.stringify(value, null, 2)}`.slice(0, 1000)}</Code>
    </>
  );
}

type ImageBlock = Extract<Block, { type: 'image' }>;
type Props = { readonly block: ImageBlock; readonly onChange: (block: ImageBlock) => void };

/** A picture in a body. */
function ImageCard({ block, onChange }: Props) {
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
        // The dimensions were those of the other picture.
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

type VideoBlock = Extract<Block, { type: 'video' }>;
type VideoCardProps = { readonly block: VideoBlock; readonly onChange: (block: VideoBlock) => void };

/** A video in a body. */
function VideoCard({ block, onChange }: VideoCardProps) {
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
        onChange={(mediaId) => change({ mediaId, width: undefined, height: undefined })}
      />
      <TextInput
        size="xs"
        label={texts.url}
        value={block.url ?? ''}
        onChange={({ currentTarget }) => change({ url: currentTarget.value || undefined })}
      />
      <InlineField
        label={texts.caption}
        htmlLabel={texts.captionHtml}
        value={block.caption}
        onChange={(caption) => change({ caption })}
      />
    </Stack>
  );
}

type HtmlBlock = Extract<Block, { type: 'html' }>;
type HtmlCardProps = { readonly block: HtmlBlock; readonly onChange: (block: HtmlBlock) => void };

/** HTML, for whatever no other block can express. */
function HtmlCard({ block, onChange }: HtmlCardProps) {
  const texts = useWords().blocks;
  return (
    <Textarea
      label={texts.html}
      description={texts.htmlNote}
      value={block.html}
      autosize
      minRows={2}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onChange={({ currentTarget }) => onChange({ ...block, html: currentTarget.value })}
    />
  );
}

/** The block with some members changed; undefined removes a member. */
function changedBlock<Block extends object>(
  block: Block,
  part: { readonly [Name in keyof Block]?: Block[Name] | undefined },
): Block;
function changedBlock(block: object, part: object): object {
  return Object.fromEntries(Object.entries({ ...block, ...part }).filter(([, value]) => value !== undefined));
}

const BlockSpaceContext = createContext<Space | undefined>(undefined);

/** Provides the space from which the blocks take their media. */
export const BlockSpace = BlockSpaceContext.Provider;

/** The space of the blocks being edited. */
function useBlockSpace(): Space {
  const space = useContext(BlockSpaceContext);
  if (space === undefined) throw new Error('these blocks have no space');
  return space;
}
