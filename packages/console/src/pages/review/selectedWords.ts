import type { CommentedWords } from '@newsstand/contract/manage';
import { findWords } from './findWords.ts';

/** What is beside the proposed text: what was removed, and notes of the comparison. */
const beside = 'del, [data-change="removed"], [data-aside], button';

/** Elements whose text continues no line before them. */
const lines =
  'p, li, h2, h3, h4, h5, h6, div, blockquote, figcaption, caption, td, th, pre, cite, [data-path]';

const seesShadows = 'getComposedRanges' in Selection.prototype;

/** The words that are selected in the proposed text, and where they are; undefined if none are. */
export function selectedWords(
  content: Element,
): { readonly words: CommentedWords; readonly range: Range } | undefined {
  const selection = content.ownerDocument.getSelection();
  const shadow = shadowIn(content);
  if (selection === null || selection.rangeCount === 0) return undefined;
  // Older browsers see no selection in a shadow root.
  const [selected] = seesShadows
    ? selection.getComposedRanges({ shadowRoots: shadow === undefined ? [] : [shadow] })
    : [selection.getRangeAt(0)];
  if (selected === undefined || selected.collapsed) return undefined;
  const range = content.ownerDocument.createRange();
  range.setStart(selected.startContainer, selected.startOffset);
  range.setEnd(selected.endContainer, selected.endOffset);
  for (const place of placesIn(content)) {
    const words = wordsOf(place, range);
    if (words !== undefined) return { words, range };
  }
  return undefined;
}

/** Where words are in the content as it is shown; undefined if they are not: comparisons fold what is the same. */
export function rangeOf(content: Element, words: CommentedWords): Range | undefined {
  for (const place of placesIn(content)) {
    if (place.getAttribute('data-path') !== words.path) continue;
    const texts = textsIn(place);
    const found = findWords(
      texts.map(({ data }) => data),
      words,
    );
    const [first, last] = [texts[found?.start.piece ?? -1], texts[found?.end.piece ?? -1]];
    if (found === undefined || first === undefined || last === undefined) continue;
    const range = content.ownerDocument.createRange();
    range.setStart(first, found.start.at);
    range.setEnd(last, found.end.at);
    return range;
  }
  return undefined;
}

/** The shadow root of a preview in the content. */
export function shadowIn(content: Element): ShadowRoot | undefined {
  return content.querySelector('.preview-paper')?.shadowRoot ?? undefined;
}

/** The elements that show a member of the item. */
function placesIn(content: Element): readonly Element[] {
  return [content, shadowIn(content)].flatMap((root) => [...(root?.querySelectorAll('[data-path]') ?? [])]);
}

/** The proposed text of an element, without that of other members in it. */
function textsIn(place: Element): readonly Text[] {
  const walker = place.ownerDocument.createTreeWalker(
    place,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => {
      if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
      return node.matches(`${beside}, [data-path]`) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    },
  );
  const texts: Text[] = [];
  while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

function wordsOf(place: Element, range: Range): CommentedWords | undefined {
  let [before, quote, after] = ['', '', ''];
  let line: Element | null = null;
  for (const text of textsIn(place)) {
    const from = text === range.startContainer ? range.startOffset : 0;
    const to = text === range.endContainer ? range.endOffset : text.length;
    const its = text.parentElement?.closest(lines) ?? null;
    const gap = line === null || line === its ? '' : ' ';
    line = its;
    if (range.intersectsNode(text)) {
      before += quote === '' ? text.data.slice(0, from) : '';
      quote += gap + text.data.slice(from, to);
      after += text.data.slice(to);
    } else if (quote === '') before += text.data;
    else after += text.data;
  }
  const path = place.getAttribute('data-path') ?? '';
  return quote.trim() === '' ? undefined : { path, quote, before, after };
}
