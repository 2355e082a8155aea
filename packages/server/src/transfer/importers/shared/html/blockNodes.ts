import type { Block } from '@newsstand/contract';
import { sanitizeHtml } from '@newsstand/html/sanitize';
import { type HtmlElement, type HtmlNode, parseHtml } from './parseHtml.ts';

/** A block as elements of HTML: what readers see of it (`isShown`), or all that is stored. */
export function blockNodes(block: Block, isShown: boolean): readonly HtmlNode[] {
  switch (block.type) {
    case 'paragraph':
      return inline(block.text);
    case 'heading':
      return [element(`h${block.level}`, inline(block.text))];
    case 'list':
      return [listElement(block)];
    case 'image':
      return block.link === undefined
        ? pictureNodes(block)
        : [element('a', pictureNodes(block), { href: block.link })];
    case 'gallery':
      return [...block.images.flatMap(pictureNodes), ...inline(block.caption)];
    case 'video':
      return [element('video', []), ...inline(block.caption)];
    case 'embed':
      // Only a link that shows its own address becomes an embed, or that address alone.
      return [
        element('iframe', []),
        element('a', [block.url], { href: block.url }),
        ...inline(block.caption),
      ];
    case 'quote':
      return [element('blockquote', [...inline(block.text), ...optional('cite', block.cite)])];
    case 'code':
      return [element('pre', [block.text])];
    case 'html':
      return parseHtml(isShown ? sanitizeHtml(block.html) : block.html).children;
    case 'table':
      return [tableElement(block), ...inline(block.caption)];
    case 'divider':
      return [element('hr', [])];
    case 'callout':
      return [...optional('strong', block.title), ...inline(block.text)];
    case 'footnotes':
      return block.notes.flatMap(({ text }) => inline(text));
    case 'related':
      return [];
  }
}

function element(
  name: string,
  children: readonly HtmlNode[],
  attributes: Readonly<Record<string, string>> = {},
): HtmlElement {
  return { name, attributes: new Map(Object.entries(attributes)), children };
}

function inline(html: string | undefined): readonly HtmlNode[] {
  return html === undefined ? [] : parseHtml(html).children;
}

function optional(name: string, html: string | undefined): readonly HtmlNode[] {
  return html === undefined ? [] : [element(name, inline(html))];
}

type List = Omit<Extract<Block, { type: 'list' }>, 'type'>;

function listElement({ ordered, items }: List): HtmlElement {
  const children = items.map(({ text, list }) =>
    element('li', [...inline(text), ...(list === undefined ? [] : [listElement(list)])]),
  );
  return element(ordered ? 'ol' : 'ul', children);
}

type Shown = Omit<Extract<Block, { type: 'image' }>, 'type' | 'link'>;

function pictureNodes({ mediaId, url, caption }: Shown): readonly HtmlNode[] {
  return [element('img', [], { src: url ?? mediaId ?? '' }), ...inline(caption)];
}

function tableElement({ rows, header }: Extract<Block, { type: 'table' }>): HtmlElement {
  const children = rows.map((cells, index) =>
    element(
      'tr',
      cells.map((cell) => element(header && index === 0 ? 'th' : 'td', inline(cell))),
    ),
  );
  return element('table', children);
}
