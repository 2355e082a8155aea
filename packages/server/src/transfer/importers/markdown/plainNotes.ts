import { mediaTypeOf } from '../shared/records/mediaTypeOf.ts';
import { outsideCode } from './outsideCode.ts';

/** Markdown, and the names of the notes that it led to. */
export type PlainNotes = { readonly text: string; readonly links: readonly string[] };

/** `[[Note#Heading|words]]`, or with `!` before it, what is shown here; what is followed by an address is a link. */
const wikiLink = /(!?)\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{0,200}))?\]\](?![([:])/g;

/** Comments of Obsidian, between `%%`. */
const comment = /(?<=^|\s)%%[^%]{1,5000}%%(?=\s|$)/g;

/** Notes of Obsidian as Markdown: pictures are pictures, and a link to a note is its words. */
export function plainNotes(markdown: string): PlainNotes {
  if (!/\[\[|%%/.test(markdown)) return { text: markdown, links: [] };
  const links: string[] = [];
  const text = outsideCode(markdown, (piece) =>
    piece
      .replaceAll(comment, '')
      .replaceAll(wikiLink, (_, embeds: string, target: string, words: string | undefined) => {
        if (embeds !== '' && mediaTypeOf(target) !== undefined) return picture(target, words);
        links.push(target);
        return words || target;
      }),
  );
  return { text, links };
}

/** What is written behind a picture may be its size. */
function picture(target: string, words = ''): string {
  return `![${/^[\dx]*$/.test(words) ? '' : words}](<${target}>)`;
}
