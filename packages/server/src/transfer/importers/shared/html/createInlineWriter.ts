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

/**
 * Starts inline HTML. `onGap` is called between two texts that an empty line separates.
 * With `keepsLines`, line breaks in a text are kept, except after a `<br>`.
 */
export function createInlineWriter(onGap?: () => void, keepsLines = false): InlineWriter {
  const wrappers: Wrapper[] = [];
  let pieces: string[] = [];
  let isSeen = false;
  let hasSpace = false;
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
    pieces.push(html);
  }

  function addText(text: string): void {
    addHtml(escapeText(text));
    isSeen ||= /\S/.test(text);
  }

  function addLine(line: string): void {
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
      breaks = 0;
      isAfterBreak = false;
      return taken;
    },
  };
}
