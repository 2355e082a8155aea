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

const noteLine = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$/;
/** A note in the line itself. What has neither a space nor a letter beyond ASCII is rather a regular expression. */
const inlineNotes = /\^\[(?=[^\]\n]{0,500}[\s\u0080-\uffff])((?:[^[\]\n]|\[[^[\]\n]{0,200}\]){1,500})\]/g;

/** Whether plain text is meant as Markdown: it has a mark that hardly stands in ordinary text. */
export function isMarkdown(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const isTable = lines.some((line, index) => line.includes('|') && tableRule.test(lines[index + 1] ?? ''));
  return (
    isTable ||
    lines.some((line) => noteLine.test(line)) ||
    text.search(inlineNotes) >= 0 ||
    lines.some((line) => heading.test(line) || fence.test(line) || pictureLine.test(line.trim())) ||
    lines.filter((line) => listLine.test(line) || /^> /.test(line)).length > 1 ||
    /\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\((https?:\/\/|\/)[^)\s]+\)/.test(text) ||
    (lines.length > 1 && lines.some((line) => rule.test(line)))
  );
}

/** The footnotes of a text. */
type Notes = {
  /** The ID of the note with a label. */
  readonly idOf: (label: string) => string | undefined;
  /** Adds a note, and returns its ID. */
  readonly add: (text: string, id?: string) => string;
};

/** Converts Markdown to blocks; the footnotes come last, and have numbers from the given one as IDs. */
export function markdownBlocks(text: string, firstNote = 1): readonly Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  const ids = new Map(noteLabels(lines).map((label, index) => [label, `n${firstNote + index}`]));
  const texts = new Map<string, string>();
  const notes: Notes = {
    idOf: (label) => ids.get(label),
    add(note, id = `n${firstNote + ids.size + texts.size}`) {
      texts.set(id, note);
      return id;
    },
  };
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
    const id = ids.get(noteLine.exec(line)?.[1] ?? '');
    if (line.trim() === '') at++;
    else if (id !== undefined && !texts.has(id)) {
      at++;
      const written = [line.replace(noteLine, '$2'), ...takeWhile(() => isInNote(lines, at))].join('\n');
      const paragraphs = written.replace(/^[ \t]+/gm, '').split(/\n\n+/);
      notes.add(paragraphs.map((each) => inline(each, notes)).join('<br><br>'), id);
    } else if (marks !== undefined) {
      blocks.push({ type: 'heading', level: marks.length, text: inline(title, notes) });
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
      blocks.push({ type: 'quote', text: paragraphs.map((each) => inline(each, notes)).join('<br><br>') });
    } else if (line.includes('|') && tableRule.test(lines[at + 1] ?? '')) {
      const [head = '', , ...rows] = takeWhile((each) => each.includes('|'));
      blocks.push({ type: 'table', rows: [head, ...rows].map((row) => cellsOf(row, notes)), header: true });
    } else if (listLine.test(line)) {
      const items = takeWhile((each) => listLine.test(each) || (/^\s+\S/.test(each) && each.trim() !== ''));
      blocks.push({ type: 'list', ...listOf(items, notes) });
    } else {
      const paragraph = takeWhile((each) => each.trim() !== '' && !begins(each));
      // A line that only looks like the beginning of something else.
      if (paragraph.length === 0) paragraph.push(lines[at++] ?? '');
      blocks.push({ type: 'paragraph', text: inline(paragraph.join('\n'), notes) });
    }
  }
  const added = [...texts].map(([id, text]) => ({ id, text }));
  return added.length === 0 ? blocks : [...blocks, { type: 'footnotes', notes: added }];
}

/** The labels of the notes whose texts are there. */
function noteLabels(lines: readonly string[]): readonly string[] {
  let isCode = false;
  const labels = lines.flatMap((line) => {
    if (fence.test(line)) isCode = !isCode;
    const [, label] = noteLine.exec(line) ?? [];
    return isCode || label === undefined ? [] : [label];
  });
  return [...new Set(labels)];
}

/** Whether a line goes on with the note before it: it is indented, or follows without an empty line. */
function isInNote(lines: readonly string[], at: number): boolean {
  const [before = '', line = '', after = ''] = lines.slice(at - 1, at + 2);
  const isIndented = (each: string) => /^(\t| {2,})\S/.test(each);
  if (line.trim() === '') return isIndented(after);
  return isIndented(line) || (before.trim() !== '' && !begins(line));
}

function begins(line: string): boolean {
  return [heading, fence, rule, /^ {0,3}>/, listLine, noteLine].some((beginning) => beginning.test(line));
}

function cellsOf(line: string, notes: Notes): string[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => inline(cell.trim().replaceAll('\\|', '|'), notes));
}

function listOf(lines: readonly string[], notes: Notes): List {
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
      text: inline(text.replace(/^\[[ xX]\]\s+/, ''), notes),
      ...(below.length > 0 && { list: listOf(below, notes) }),
    })),
  };
}

/** The inline HTML of a text: code first, since no other mark counts in it. */
function inline(text: string, notes: Notes): string {
  return text
    .trim()
    .split(/(`+[^`\n]+`+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? `<code>${escapeText(piece.replace(/^`+ ?| ?`+$/g, ''))}</code>`
        : marked(escapeText(piece), notes),
    )
    .join('');
}

function marked(html: string, notes: Notes): string {
  const reference = (id: string) => `<sup data-note="${escapeAttribute(id)}"></sup>`;
  return html
    .replace(inlineNotes, (_whole, text: string) => reference(notes.add(marked(text, notes))))
    .replace(/\[\^([^\]\s]+)\]/g, (whole, label: string) => {
      const id = notes.idOf(label.replaceAll('&amp;', '&'));
      return id === undefined ? whole : reference(id);
    })
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
