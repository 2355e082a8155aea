import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { toneOf } from '../../shared/html/readParts.ts';
import { asCallout, titleTokens } from '../../shared/markdown/alerts.ts';
import type { BlockRule } from '../../shared/markdown/rules.ts';

/** `:::note Title`, `:::tip[Title]`: the start of a container in Docusaurus and VitePress. */
const opening = /^:{3,9}[ \t]?([a-z][\w-]{0,50})(?![\w-])(.*)$/i;
const closing = /^:{3,9}[ \t]*$/;

/** Adds containers, which become callouts. Of others, and of those without an end, the title and the content stay. */
export function addContainers(markdown: MarkdownIt): void {
  const before = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('fence', 'container', readLine, before);
  markdown.core.ruler.after('block', 'containers', pairLines);
}

const readLine: BlockRule = (state, line, _, isTest) => {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (!state.src.startsWith(':::', at) || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  const text = state.src.slice(at, state.eMarks[line]);
  const isEnd = closing.test(text);
  if (!isEnd && !opening.test(text)) return false;
  if (isTest) return true;
  const token = state.push(isEnd ? 'container_end' : 'container_start', '', 0);
  token.content = text;
  token.hidden = true;
  state.line = line + 1;
  return true;
};

function pairLines(state: StateCore): void {
  const open: { readonly token: Token; readonly tone: string | undefined }[] = [];
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type === 'container_start') {
      const [, word = '', rest = ''] = opening.exec(token.content) ?? [];
      // There it is milder than in the alerts of GitHub.
      open.push({ token, tone: word.toLowerCase() === 'caution' ? 'warning' : toneOf(word) });
      token.content = '';
      return [token, ...titleTokens(state, rest.replaceAll(/\{[^{}]{0,500}\}|[[\]]/g, ''))];
    }
    if (token.type !== 'container_end') return [token];
    token.content = '';
    while ((open.at(-1)?.token.level ?? -1) > token.level) open.pop();
    const start = open.at(-1)?.token.level === token.level ? open.pop() : undefined;
    if (start?.tone === undefined) return [];
    start.token.nesting = 1;
    token.nesting = -1;
    token.tag = asCallout(start.token, start.tone).tag;
    start.token.hidden = token.hidden = false;
    return [token];
  });
}
