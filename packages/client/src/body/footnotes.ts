import type { Element, ElementContent } from 'hast';
import type { Block, FootnotesBlock } from '../contract/blocks.ts';
import { element, inline, text } from './elements.ts';
import type { BodyWords } from './words.ts';

/** The footnotes of one body: numbered in the order in which the text refers to them. */
export interface Footnotes {
  /** The same tree, with numbers for references. References to nothing are removed. */
  number: (tree: readonly ElementContent[]) => ElementContent[];
  /** The notes of a block, by number. Ask when all else is numbered: notes without a reference come last. */
  list: (block: FootnotesBlock) => readonly Element[];
}

/** Finds the footnotes of a body. */
export function createFootnotes(blocks: readonly Block[], words: BodyWords, idPrefix = ''): Footnotes {
  const all = blocks.flatMap((block) => (block.type === 'footnotes' ? block.notes : []));
  // The first of several with an ID counts.
  const known = new Map(all.toReversed().map((note) => [note.id, note]));
  const numbers = new Map<string, number>();
  const references = new Map<string, number>();
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return number;
  };
  /** The anchor of the first reference, or a later one, to a note. */
  const anchor = (number: number, count: number) =>
    `${idPrefix}ref_${number}${count === 1 ? '' : `_${count}`}`;

  function refer(id: string, isLinked: boolean): ElementContent[] {
    if (!known.has(id)) return [];
    const number = numberOf(id);
    // A link can't hold another.
    if (isLinked) return [element('sup', {}, [text(`${number}`)])];
    const count = (references.get(id) ?? 0) + 1;
    references.set(id, count);
    const link = { id: anchor(number, count), href: `#${idPrefix}note_${number}`, role: 'doc-noteref' };
    return [element('sup', {}, [element('a', link, [text(`${number}`)])])];
  }

  function number(tree: readonly ElementContent[], isLinked = false): ElementContent[] {
    return tree.flatMap((node) => {
      if (node.type !== 'element') return [node];
      const { tagName, properties, children } = node;
      const note = tagName === 'sup' ? properties['dataNote'] : undefined;
      if (typeof note === 'string') return refer(note, isLinked);
      return [{ ...node, children: number(children, isLinked || tagName === 'a') }];
    });
  }

  function backLinks(id: string, place: number): ElementContent[] {
    const count = references.get(id) ?? 0;
    return Array.from({ length: count }, (_, index) => index + 1).flatMap((each) => {
      const label = each === 1 ? words.backToText : `${words.backToText} (${each})`;
      const link = { href: `#${anchor(place, each)}`, role: 'doc-backlink', ariaLabel: label };
      return [text(' '), element('a', link, [text(each === 1 ? '↩' : `↩${each}`)])];
    });
  }

  function list({ notes }: FootnotesBlock): readonly Element[] {
    const own = notes.filter((note) => known.get(note.id) === note);
    // The texts of notes may refer to notes, which come after them.
    const texts = new Map(own.map((note) => [note.id, number(inline(note.text))]));
    const sorted = own.map(({ id }) => ({ id, place: numberOf(id) })).toSorted((a, b) => a.place - b.place);
    if (sorted.length === 0) return [];
    const items = sorted.map(({ id, place }, index) =>
      element('li', { id: `${idPrefix}note_${place}`, value: place === index + 1 ? undefined : `${place}` }, [
        ...(texts.get(id) ?? []),
        ...backLinks(id, place),
      ]),
    );
    const properties = { className: ['block-footnotes'], role: 'doc-endnotes', ariaLabel: words.notes };
    return [element('section', properties, [element('ol', {}, items)])];
  }

  return { number, list };
}
