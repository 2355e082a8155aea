declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it';

  export default function definitionLists(markdown: MarkdownIt): void;
}
