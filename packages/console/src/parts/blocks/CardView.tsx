import { Code, Paper, Text } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { blockOf } from './blockOf.ts';
import { HtmlCard } from './HtmlCard.tsx';
import { ImageCard } from './ImageCard.tsx';
import { keepEnter } from './keepEnter.ts';
import { VideoCard } from './VideoCard.tsx';

/** A block that is filled in, as a small form. */
export function CardView({ node, selected, updateAttributes }: ReactNodeViewProps) {
  const change = (block: Block) => updateAttributes({ block });
  return (
    <NodeViewWrapper contentEditable={false} onKeyDown={keepEnter}>
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
