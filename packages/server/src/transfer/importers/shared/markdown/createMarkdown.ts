import createParser, { type MarkdownIt, type StateCore } from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import { readAlerts } from './alerts.ts';
import { addFootnotes } from './footnotes.ts';
import { addParagraph, type BlockRule } from './rules.ts';

/** Quotes and lists nested deeper than this are text: the parser would drop them at `maxNesting`. */
const maxDepth = 80;
const maxNesting = 100;

/** A parser of GitHub Flavored Markdown, with footnotes, alerts and definition lists. */
export function createMarkdown(): MarkdownIt {
  const markdown = createParser({ html: true, linkify: true, maxNesting });
  // Only what begins with `https://` or `www.` is a link: `example.md` may be a file.
  markdown.linkify.set({ fuzzyLink: false });
  markdown.linkify.add('www.', {
    validate: (text, at) =>
      /^[\w-]+\.[^\s<]*[^\s<?!.,:;*_~'")\]]/.exec(text.slice(at, at + 2000))?.[0].length ?? 0,
    normalize: (link) => {
      link.url = `http://${link.url}`;
    },
  });
  // URLs stay as written, and unsafe ones are dropped when the HTML is read.
  markdown.validateLink = () => true;
  markdown.normalizeLink = (url) => url;
  markdown.normalizeLinkText = (url) => url;
  markdown.block.ruler.before('table', 'depth', readDeep);
  markdown.use(definitionLists);
  addFootnotes(markdown);
  markdown.core.ruler.after('block', 'alerts', readAlerts);
  markdown.core.ruler.after('inline', 'tasks', readTasks);
  return markdown;
}

const readDeep: BlockRule = (state, line, end, isTest) => {
  if (isTest || state.level < maxDepth) return false;
  let next = line + 1;
  while (next < end && (state.isEmpty(next) || (state.sCount[next] ?? 0) >= state.blkIndent)) next += 1;
  addParagraph(state, state.getLines(line, next, state.blkIndent, false).trim());
  state.line = next;
  return true;
};

/** The items of to-do lists begin with a checkbox. */
function readTasks({ tokens, Token }: StateCore): void {
  for (const [index, { children }] of tokens.entries()) {
    if (tokens[index - 2]?.type !== 'list_item_open') continue;
    const [first] = children ?? [];
    const [mark, box] = first?.type === 'text' ? (/^\[([ xX])\]\s/.exec(first.content) ?? []) : [];
    if (first === undefined || mark === undefined) continue;
    first.content = first.content.slice(mark.length);
    const input = new Token('html_inline', '', 0);
    input.content = `<input type="checkbox"${box === ' ' ? '' : ' checked'}>`;
    children?.unshift(input);
  }
}
