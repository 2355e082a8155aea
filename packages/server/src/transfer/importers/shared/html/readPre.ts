import { descendants, type HtmlElement, type HtmlNode, textOf } from './parseHtml.ts';
import { type Draft, emojiOf, isPixel, readImage } from './readPicture.ts';
import { linkAddress } from './writeHtml.ts';

type Around = { readonly link?: string | undefined; readonly baseUrl: string | undefined };

/** Preformatted text, without the line breaks that a page does not show at its start and end. */
export function readPre(element: HtmlElement, around: Around): readonly Draft[] {
  const language = languageOf(element);
  return preParts(element, around).flatMap((part) => {
    if (typeof part !== 'string') return [part];
    const text = part.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
    return text.trim() === '' ? [] : [{ type: 'code', text, language }];
  });
}

/** The text of an element, and the pictures between. */
function preParts(element: HtmlElement, { link, baseUrl }: Around): readonly (string | Draft)[] {
  const parts: (string | Draft)[] = [];
  const addText = (text: string): void => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  };
  const visit = (node: HtmlNode, link: string | undefined): void => {
    if (typeof node === 'string' || node.name === 'br') {
      addText(textOf(node));
      return;
    }
    if (node.name === 'img') {
      const emoji = emojiOf(node);
      const picture = readImage(node, link);
      if (emoji !== undefined) addText(emoji);
      else if (picture.source !== '' && !isPixel(picture)) parts.push(picture);
    }
    const last = parts.at(-1);
    // Highlighters may put each line into an element of its own.
    if (/^(div|p|li|tr)$/.test(node.name) && typeof last === 'string' && !/(^|\n)$/.test(last)) addText('\n');
    const href = node.name === 'a' ? node.attributes.get('href') : undefined;
    const inside = href === undefined ? link : linkAddress(href, baseUrl) || undefined;
    for (const child of node.children) visit(child, inside);
  };
  visit(element, link);
  return parts;
}

function languageOf(element: HtmlElement): string | undefined {
  for (const each of [element, ...descendants(element)]) {
    const [, named] =
      /(?:^|\s)(?:lang(?:uage)?-|brush:\s?)([\w+#.-]+)/.exec(each.attributes.get('class') ?? '') ?? [];
    const language = named ?? each.attributes.get('data-language') ?? each.attributes.get('data-lang');
    if (language) return language;
  }
  return undefined;
}
