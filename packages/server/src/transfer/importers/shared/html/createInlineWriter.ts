import { escapeText } from '@newsstand/html';

type Wrapper = { readonly start: string; readonly end: string; isOpen: boolean };

/** Inline HTML under construction, with white space collapsed as in a browser. */
export type InlineWriter = {
  text(text: string): void;
  breakLine(): void;
  /** Adds HTML that shows something, as it is. */
  mark(html: string): void;
  /** Opens an element until `close`. It is written only if it has content. */
  open(name: string, attributes: string): void;
  close(): void;
  /** The HTML so far, '' if nothing of it is visible. Open elements continue in what follows. */
  take(): string;
};

/** What is kept of white space: line breaks, except after a `<br>`; spaces, as those of verse. */
type Kept = { readonly keepsLines?: boolean | undefined; readonly keepsSpaces?: boolean | undefined };

/** Starts inline HTML. `onGap` is called between two texts that an empty line separates. */
export function createInlineWriter(onGap?: () => void, { keepsLines, keepsSpaces }: Kept = {}): InlineWriter {
  const wrappers: Wrapper[] = [];
  let pieces: string[] = [];
  let isSeen = false;
  let hasSpace = false;
  /** The spaces at the start of a line whose text follows. */
  let indent = '';
  let breaks = 0;
  let isAfterBreak = false;

  /** White space and line breaks count only between texts. */
  function addGap(): void {
    if (pieces.length > 0 && breaks > 1) onGap?.();
    if (pieces.length > 0 && breaks > 0) pieces.push('<br>'.repeat(Math.min(breaks, 2)));
    else if (pieces.length > 0 && hasSpace) pieces.push(' ');
    hasSpace = false;
    breaks = 0;
  }

  function addHtml(html: string): void {
    addGap();
    for (const wrapper of wrappers.filter((each) => !each.isOpen)) {
      pieces.push(wrapper.start);
      wrapper.isOpen = true;
    }
    pieces.push(indent + html);
    indent = '';
  }

  function addText(text: string): void {
    addHtml(escapeText(text));
    isSeen ||= /\S/.test(text);
  }

  /** The spaces of code are part of it. */
  function isInCode(): boolean {
    return wrappers.some(({ end }) => end === '</code>' || end === '</kbd>');
  }

  /** A single space at its start or end belongs to the text around it. */
  function addCode(line: string): void {
    const isStart = breaks > 0 || / {2}|\t/.test(line.slice(0, 2));
    hasSpace ||= !isStart && /^\s/.test(line);
    addText((isStart ? line : line.replace(/^\s/, '')).trimEnd());
    hasSpace = /\s$/.test(line);
  }

  /** Spaces that a page would collapse become ones that it keeps. */
  function addSpaced(line: string): void {
    const isStart = pieces.length === 0 || breaks > 0;
    const fixed = line.replaceAll(isStart ? /^ +| {2,}/g : / {2,}/g, (found) =>
      '\u00a0'.repeat(found.length),
    );
    if (/[^ \u00a0]/.test(line)) addText(fixed);
    else if (isStart) indent += fixed;
    else hasSpace ||= line !== '';
  }

  function addLine(line: string): void {
    if (isInCode() && line.trim() !== '') {
      addCode(line);
      return;
    }
    if (keepsSpaces) {
      addSpaced(line.replaceAll('\t', '    ').replaceAll('\r', ''));
      return;
    }
    const words = line.replaceAll(/[ \t\n\r\f]+/g, ' ');
    hasSpace ||= words.startsWith(' ');
    const inner = words.slice(words.startsWith(' ') ? 1 : 0, words.endsWith(' ') ? -1 : undefined);
    if (inner === '') return;
    addText(inner);
    hasSpace = words.endsWith(' ');
  }

  return {
    text(text) {
      for (const [index, line] of (keepsLines ? text.split('\n') : [text]).entries()) {
        if (index > 0) indent = '';
        if (index > 0 && !isAfterBreak) breaks += 1;
        if (index > 0 || line.trim() !== '') isAfterBreak = false;
        addLine(line);
      }
    },
    breakLine() {
      breaks += 1;
      isAfterBreak = true;
    },
    mark(html) {
      addHtml(html);
      isSeen = true;
    },
    open(name, attributes) {
      wrappers.push({ start: `<${name}${attributes}>`, end: `</${name}>`, isOpen: false });
    },
    close() {
      const wrapper = wrappers.pop();
      if (wrapper?.isOpen) pieces.push(wrapper.end);
    },
    take() {
      const ends = wrappers.flatMap(({ isOpen, end }) => (isOpen ? end : [])).reverse();
      const taken = isSeen ? [...pieces, ...ends].join('') : '';
      for (const wrapper of wrappers) wrapper.isOpen = false;
      pieces = [];
      isSeen = false;
      hasSpace = false;
      indent = '';
      breaks = 0;
      isAfterBreak = false;
      return taken;
    },
  };
}
