import type { Block } from '@newsstand/contract';
import { escapeAttribute, escapeText } from '@newsstand/html';
import { completeAddress } from '../links.ts';

type List = Pick<Extract<Block, { type: 'list' }>, 'ordered' | 'items'>;

const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const heading = /^ {0,3}(#{1,6}) +(.*?)(?: +#+)? *$/;
const listLine = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const fence = /^ {0,3}(```+|~~~+)\s*([\w+#-]*)[^`]*$/;
const pictureLine = /^!\[([^\]]*)\]\((\S+?)(?:\s+"[^"]*")?\)$/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** Whether plain text is meant as Markdown: it has a mark that hardly stands in ordinary text. */
export function isMarkdown(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const isTable = lines.some((line, index) => line.includes('|') && tableRule.test(lines[index + 1] ?? ''));
  return (
    isTable ||
    lines.some((line) => heading.test(line) || fence.test(line) || pictureLine.test(line.trim())) ||
    lines.filter((line) => listLine.test(line) || /^> /.test(line)).length > 1 ||
    /\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\((https?:\/\/|\/)[^)\s]+\)/.test(text) ||
    (lines.length > 1 && lines.some((line) => rule.test(line)))
  );
}

/** Converts Markdown to blocks. */
export function markdownBlocks(text: string): readonly Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (isPart: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && isPart(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const [, marks, title = ''] = heading.exec(line) ?? [];
    const [, ticks, language] = fence.exec(line) ?? [];
    const [, alt, url = ''] = pictureLine.exec(line.trim()) ?? [];
    if (line.trim() === '') at++;
    else if (marks !== undefined) {
      blocks.push({ type: 'heading', level: marks.length, text: inline(title) });
      at++;
    } else if (ticks !== undefined) {
      at++;
      const code = takeWhile((each) => !each.trimStart().startsWith(ticks));
      at++;
      blocks.push({ type: 'code', text: code.join('\n'), ...(language && { language }) });
    } else if (rule.test(line)) {
      blocks.push({ type: 'divider' });
      at++;
    } else if (/^https?:\/\//i.test(url)) {
      blocks.push({ type: 'image', url, ...(alt && { alt }) });
      at++;
    } else if (/^ {0,3}>/.test(line)) {
      const quoted = takeWhile((each) => /^ {0,3}>/.test(each)).map((each) => each.replace(/^ {0,3}> ?/, ''));
      const paragraphs = quoted.join('\n').split(/\n\s*\n/);
      blocks.push({ type: 'quote', text: paragraphs.map((each) => inline(each)).join('<br><br>') });
    } else if (line.includes('|') && tableRule.test(lines[at + 1] ?? '')) {
      const [head = '', , ...rows] = takeWhile((each) => each.includes('|'));
      blocks.push({ type: 'table', rows: [head, ...rows].map(cellsOf), header: true });
    } else if (listLine.test(line)) {
      const items = takeWhile((each) => listLine.test(each) || (/^\s+\S/.test(each) && each.trim() !== ''));
      blocks.push({ type: 'list', ...listOf(items) });
    } else {
      const paragraph = takeWhile((each) => each.trim() !== '' && !begins(each));
      // A line that only looks like the beginning of something else.
      if (paragraph.length === 0) paragraph.push(lines[at++] ?? '');
      blocks.push({ type: 'paragraph', text: inline(paragraph.join('\n')) });
    }
  }
  return blocks;
}

function begins(line: string): boolean {
  return (
    heading.test(line) || fence.test(line) || rule.test(line) || /^ {0,3}>/.test(line) || listLine.test(line)
  );
}

function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
}

function listOf(lines: readonly string[]): List {
  const indentOf = (line: string) => /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
  const first = lines[0] ?? '';
  const base = indentOf(first);
  const groups: { text: string; readonly below: string[] }[] = [];
  for (const line of lines) {
    const [, , , text] = listLine.exec(line) ?? [];
    const last = groups.at(-1);
    if (text !== undefined && (indentOf(line) <= base + 1 || last === undefined))
      groups.push({ text, below: [] });
    else if (text === undefined && last !== undefined && last.below.length === 0)
      last.text += `\n${line.trim()}`;
    else last?.below.push(line);
  }
  return {
    ...(/^\s*\d/.test(first) && { ordered: true }),
    items: groups.map(({ text, below }) => ({
      text: inline(text.replace(/^\[[ xX]\]\s+/, '')),
      ...(below.length > 0 && { list: listOf(below) }),
    })),
  };
}

/** The inline HTML of a text: code first, since no other mark counts in it. */
function inline(text: string): string {
  return text
    .trim()
    .split(/(`+[^`\n]+`+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? `<code>${escapeText(piece.replace(/^`+ ?| ?`+$/g, ''))}</code>`
        : marked(escapeText(piece)),
    )
    .join('');
}

function marked(html: string): string {
  return html
    .replace(/!\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(
      /\[([^\]]+)\]\(([^)\s]+)(?:\s+(?:"[^"]*"|&quot;[^)]*))?\)/g,
      (whole, label: string, target: string) => {
        const address = completeAddress(target.replaceAll('&amp;', '&'));
        return 'href' in address ? `<a href="${escapeAttribute(address.href)}">${label}</a>` : whole;
      },
    )
    .replace(/&lt;(https?:\/\/[^\s&]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gs, '<strong>$2</strong>')
    .replace(/(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)/gs, '<em>$1</em>')
    .replace(/(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s_])_(?!\w)/gs, '<em>$1</em>')
    .replace(/~~(?=\S)(.+?)(?<=\S)~~/gs, '<s>$1</s>')
    .replace(/ {2,}\n|\\\n/g, '<br>')
    .replace(/\n/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
