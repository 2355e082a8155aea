import type { Block } from '@newsstand/contract';
import type { HtmlElement } from './htmlTree.ts';

type List = Extract<Block, { type: 'list' }>;

/** An item of a list in Word. */
export type WordItem = {
  /** The name of its list. */
  readonly list: string;
  readonly level: number;
  readonly ordered: boolean;
  readonly text: string;
};
/** A block, or an item of a list in Word. */
export type Piece = Block | { readonly type: 'wordItem'; readonly item: WordItem };

/** Word writes lists as paragraphs with a level. */
export function isWordItem({ name, attributes }: HtmlElement): boolean {
  return name === 'p' && /mso-list:\s*l\d/i.test(attributes.get('style') ?? '');
}

/** Makes lists of the items that follow each other. */
export function joinWordLists(pieces: readonly Piece[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at];
    if (piece === undefined) break;
    if (piece.type !== 'wordItem') {
      blocks.push(piece);
      at++;
      continue;
    }
    const run: WordItem[] = [];
    const { list } = piece.item;
    for (let next = pieces[at]; next?.type === 'wordItem' && next.item.list === list; next = pieces[++at])
      run.push(next.item);
    blocks.push({ type: 'list', ...wordList(run) });
  }
  return blocks;
}

function wordList(items: readonly WordItem[]): Pick<List, 'ordered' | 'items'> {
  const level = Math.min(...items.map((item) => item.level));
  const groups: { readonly head: WordItem; readonly below: WordItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.level === level || last === undefined) groups.push({ head: item, below: [] });
    else last.below.push(item);
  }
  return {
    ...(items[0]?.ordered && { ordered: true }),
    items: groups.map(({ head, below }) => ({
      text: head.text,
      ...(below.length > 0 && { list: wordList(below) }),
    })),
  };
}
