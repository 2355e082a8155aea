import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { InlineField } from './InlineField.tsx';
import { keepEnter } from './keepEnter.ts';

/** A quote, and whose words it is. */
export function QuoteView({ node, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().blocks;
  const cite: unknown = node.attrs['cite'];
  return (
    <NodeViewWrapper className="block-quote" onKeyDown={keepEnter}>
      <NodeViewContent />
      <div contentEditable={false}>
        <InlineField
          label={texts.cite}
          htmlLabel={texts.citeHtml}
          value={typeof cite === 'string' ? cite : undefined}
          onChange={(html) => updateAttributes({ cite: html ?? null })}
        />
      </div>
    </NodeViewWrapper>
  );
}
