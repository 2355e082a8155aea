import { TextInput } from '@mantine/core';
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { keepEnter } from './keepEnter.ts';

/** Program text, and its language. */
export function CodeView({ node, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().blocks;
  const language: unknown = node.attrs['language'];
  return (
    <NodeViewWrapper className="block-code" onKeyDown={keepEnter}>
      <div contentEditable={false}>
        <TextInput
          size="xs"
          w={180}
          aria-label={texts.language}
          placeholder={texts.language}
          value={typeof language === 'string' ? language : ''}
          onChange={({ currentTarget }) => updateAttributes({ language: currentTarget.value || null })}
        />
      </div>
      <pre>
        <NodeViewContent<'code'> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}
