import type { Block } from '@newsstand/contract';

/** Short ways to write the blocks of an article. */
export const blocks = { text, heading, list, steps, quote, picture, film, code, html };

/** The video of the demo; it may be missing, where it could not be made. */
export const filmId = 'm-film';

function text(...paragraphs: readonly string[]): readonly Block[] {
  return paragraphs.map((each) => ({ type: 'paragraph', text: each }));
}

function heading(words: string, level = 2): Block {
  return { type: 'heading', level, text: words };
}

function list(...items: readonly string[]): Block {
  return { type: 'list', items: items.map((item) => ({ text: item })) };
}

function steps(...items: readonly string[]): Block {
  return { type: 'list', ordered: true, items: items.map((item) => ({ text: item })) };
}

function quote(words: string, cite: string): Block {
  return { type: 'quote', text: words, cite };
}

/** Most pictures of the demo have this size. */
const usual = { width: 1600, height: 900 };

function picture(mediaId: string, alt: string, caption?: string, size = usual): Block {
  return { type: 'image', mediaId, alt, ...(caption !== undefined && { caption }), ...size };
}

function film(caption: string): Block {
  return { type: 'video', mediaId: filmId, caption, width: 640, height: 360 };
}

function code(language: string, lines: readonly string[]): Block {
  return { type: 'code', text: lines.join('\n'), language };
}

function html(markup: string): Block {
  return { type: 'html', html: markup };
}
