import { Textarea } from '@mantine/core';
import type { Block } from '@newsstand/contract';
import { useWords } from '../../words/LanguageProvider.tsx';

type HtmlBlock = Extract<Block, { type: 'html' }>;
type Props = { readonly block: HtmlBlock; readonly onChange: (block: HtmlBlock) => void };

/** HTML, for what no other block can say. */
export function HtmlCard({ block, onChange }: Props) {
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
