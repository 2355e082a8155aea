import { Code, Paper, Text, Textarea } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { Selection } from '@tiptap/pm/state';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { blockOf } from './blockOf.ts';
import { EmbedCard } from './cards/EmbedCard.tsx';
import { GalleryCard } from './cards/GalleryCard.tsx';
import { ImageCard } from './cards/ImageCard.tsx';
import { RelatedCard } from './cards/RelatedCard.tsx';
import { VideoCard } from './cards/VideoCard.tsx';
import { moveBlock } from './moveBlock.ts';
import { takeNewCard } from './newBlocks.tsx';

/** A block that is edited as a small form. A new one takes the focus. */
export function CardView({ editor, node, selected, getPos, updateAttributes }: ReactNodeViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const block: unknown = node.attrs['block'];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears.
  useEffect(() => {
    if (takeNewCard(block)) frame.current?.querySelector<HTMLElement>(fields)?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = getPos();
    if (at === undefined || event.defaultPrevented || event.nativeEvent.isComposing) return;
    const step = event.altKey ? steps[event.key] : undefined;
    const isLine = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Escape') editor.chain().setNodeSelection(at).focus().run();
    else if (step !== undefined) moveBlock(editor, step, editor.state.doc.resolve(at).index(0));
    else if (event.key === 'Enter' && isLine) {
      const { doc, tr } = editor.state;
      editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(at + node.nodeSize))));
      editor.view.focus();
    } else return;
    event.preventDefault();
  };
  const isDivider = blockOf(block)?.type === 'divider';
  return (
    <NodeViewWrapper contentEditable={false} onKeyDown={onKeyDown}>
      {isDivider ? (
        <div className="block-divider" data-selected={selected || undefined}>
          <hr />
        </div>
      ) : (
        <Paper
          ref={frame}
          withBorder
          p="sm"
          className="block-card"
          data-selected={selected || undefined}
          data-type={blockOf(block)?.type}
        >
          <Card value={block} onChange={(next) => updateAttributes({ block: next })} />
        </Paper>
      )}
    </NodeViewWrapper>
  );
}

const fields = 'input:not([type=file]), textarea, button';
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

function Card({ value, onChange }: { readonly value: unknown; readonly onChange: (block: Block) => void }) {
  const block = blockOf(value);
  switch (block?.type) {
    case 'image':
      return <ImageCard block={block} onChange={onChange} />;
    case 'video':
      return <VideoCard block={block} onChange={onChange} />;
    case 'gallery':
      return <GalleryCard block={block} onChange={onChange} />;
    case 'embed':
      return <EmbedCard block={block} onChange={onChange} />;
    case 'related':
      return <RelatedCard block={block} onChange={onChange} />;
    case 'html':
      return <HtmlCard block={block} onChange={onChange} />;
    default:
      return <UnknownCard value={value} />;
  }
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
