import type { Block } from '@newsstand/contract';
import { escapeAttribute, escapeText } from '@newsstand/html';
import { isSafeHref } from '../links.ts';
import { readInline } from '../readInline.ts';
import { writeInline } from '../writeInline.ts';
import { findElement, findElements, type HtmlElement, htmlTree, textIn } from './htmlTree.ts';
import { hasHeader, rowsOf, sideOf } from './tableRows.ts';
import { isWordItem, joinWordLists, type Piece } from './wordLists.ts';

type List = Extract<Block, { type: 'list' }>;
type ListItem = List['items'][number];

/** What cannot come in, by the word for it. */
export type Dropped = 'pictures' | 'forms' | 'drawings' | 'sounds' | 'frames';

/** What pasted HTML becomes. Pictures that came with it have a URL that begins with `data:`. */
export type Pasted = { readonly blocks: readonly Block[]; readonly dropped: readonly Dropped[] };

const inlineTags: Readonly<Record<string, string>> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', ins: 'u', s: 's', del: 's', strike: 's' },
  ...{
    code: 'code',
    tt: 'code',
    samp: 'code',
    sub: 'sub',
    sup: 'sup',
    mark: 'mark',
    kbd: 'kbd',
    small: 'small',
  },
  ...{ ruby: 'ruby', rt: 'rt', rp: 'rp' },
};
const ignored = /^(head|link|meta|noscript|script|style|template|title|xml|o:p)$/;
const dropped: Readonly<Record<string, Dropped>> = {
  ...{ form: 'forms', input: 'forms', select: 'forms', textarea: 'forms', button: 'forms' },
  ...{
    svg: 'drawings',
    canvas: 'drawings',
    math: 'drawings',
    audio: 'sounds',
    object: 'frames',
    embed: 'frames',
  },
};
const plainBlocks =
  /^(address|article|aside|body|center|dd|details|div|dl|dt|fieldset|figcaption|footer|header|html|li|main|nav|p|section|summary|tbody|td|th|thead|tfoot|tr)$/;

/** Converts pasted HTML, as browsers and office programs write it, to blocks. */
export function pastedBlocks(html: string): Pasted {
  const reader = createReader();
  reader.read(htmlTree(html));
  reader.end();
  return { blocks: joinWordLists(reader.blocks), dropped: [...reader.dropped] };
}

function createReader() {
  const blocks: Piece[] = [];
  const lost = new Set<Dropped>();
  let line = '';
  const open: { readonly tag: string; readonly start: string }[] = [];

  /** Ends the line of text; elements that are open go on in the next. */
  const takeLine = (): string => {
    const closed =
      line +
      open
        .toReversed()
        .map(({ tag }) => `</${tag}>`)
        .join('');
    line = open.map(({ start }) => start).join('');
    return cleanInline(closed);
  };
  const end = (make: (text: string) => Piece = (text) => ({ type: 'paragraph', text })) => {
    const text = takeLine();
    if (text !== '') blocks.push(make(text));
  };
  /** The inline HTML of an element; pictures inside follow as blocks. */
  const inlineOf = (element: HtmlElement): string => {
    const inner = createReader();
    inner.read(element);
    inner.end();
    for (const each of inner.dropped) lost.add(each);
    return inner.blocks.flatMap(textsIn).join('<br>');
  };
  const within = (tags: readonly string[], element: HtmlElement, attributes = '') => {
    for (const tag of tags) {
      open.push({ tag, start: `<${tag}${attributes}>` });
      line += `<${tag}${attributes}>`;
    }
    readAll(element);
    for (const tag of tags.toReversed()) {
      line += `</${tag}>`;
      open.pop();
    }
  };
  const readAll = (element: HtmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') line += escapeText(child.replace(/[ \t\n\r\f]+/g, ' '));
      else read(child);
    }
  };
  const push = (block: Block | undefined) => {
    end();
    if (block !== undefined) blocks.push(block);
  };

  const read = (element: HtmlElement): void => {
    const { name, attributes } = element;
    const style = attributes.get('style') ?? '';
    if (ignored.test(name) || /display:\s*none|mso-list:\s*ignore|mso-hide:\s*all/i.test(style)) return;
    const loss = dropped[name];
    if (loss !== undefined) lost.add(loss);
    else if (name === 'br') line += '<br>';
    else if (name === 'hr') push({ type: 'divider' });
    else if (name === 'img') pushPicture(element);
    else if (name === 'figure') readFigure(element);
    else if (name === 'iframe') pushEmbed(attributes.get('src') ?? '');
    else if (name === 'video') pushVideo(element);
    else if (name === 'table') readTable(element);
    else if (name === 'pre') push(codeOf(element));
    else if (name === 'ul' || name === 'ol') readList(element);
    else if (name === 'blockquote') readQuote(element);
    else if (/^h[1-6]$/.test(name)) {
      end();
      readAll(element);
      end((text) => ({ type: 'heading', level: Number(name[1]), text: unbold(text) }));
    } else if (isWordItem(element)) readWordItem(element, style);
    else if (plainBlocks.test(name)) {
      end();
      within(tagsOf(style, name), element);
      end();
    } else if (name === 'a') readLink(element);
    else {
      const tag = inlineTags[name];
      // Google Docs wraps everything in one bold element that is not bold.
      const isPlain = /^(b|strong)$/.test(name) && /font-weight:\s*(normal|[1-4]00)/i.test(style);
      const tags = new Set([...(tag === undefined || isPlain ? [] : [tag]), ...tagsOf(style, name)]);
      within([...tags], element);
    }
  };

  const readLink = (element: HtmlElement) => {
    const href = element.attributes.get('href')?.trim() ?? '';
    const isLink = href !== '' && isSafeHref(href) && !href.startsWith('#_');
    within(isLink ? ['a'] : [], element, isLink ? ` href="${escapeAttribute(href)}"` : '');
  };
  const pushPicture = ({ attributes }: HtmlElement, caption?: string) => {
    const url = attributes.get('src') ?? '';
    const [width, height] = [sideOf(attributes.get('width')), sideOf(attributes.get('height'))];
    if ((width ?? 9) < 3 || (height ?? 9) < 3) return;
    if (!/^(https?:\/\/|data:image\/)/i.test(url)) {
      lost.add('pictures');
      return;
    }
    push({
      ...{ type: 'image', url },
      ...(attributes.get('alt') && { alt: attributes.get('alt') }),
      ...(caption && { caption }),
      ...(width !== undefined && height !== undefined && { width, height }),
    });
  };
  const readFigure = (element: HtmlElement) => {
    end();
    const caption = findElement(element, /^figcaption$/);
    const [picture, ...others] = findElements(element, /^img$/);
    if (picture === undefined || others.length > 0) readAll(element);
    else pushPicture(picture, caption && inlineOf(caption));
    end();
  };
  const pushEmbed = (source: string) => {
    const url = source.startsWith('//') ? `https:${source}` : source;
    if (/^https?:\/\//i.test(url)) push({ type: 'embed', url });
    else lost.add('frames');
  };
  const pushVideo = (element: HtmlElement) => {
    const url =
      element.attributes.get('src') ?? findElement(element, /^source$/)?.attributes.get('src') ?? '';
    if (/^https?:\/\//i.test(url)) push({ type: 'video', url });
    else lost.add('frames');
  };
  const readTable = (element: HtmlElement) => {
    end();
    const rows = rowsOf(element, inlineOf);
    const width = Math.max(0, ...rows.map((row) => row.length));
    const caption = findElement(element, /^caption$/);
    // A table of one cell is a frame around its content.
    if (width < 2 && rows.length < 2) for (const cell of findElements(element, /^(td|th)$/)) readAll(cell);
    else if (width > 0)
      push({
        type: 'table',
        rows: rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]),
        ...(hasHeader(element) && { header: true }),
        ...(caption && { caption: inlineOf(caption) }),
      });
    end();
  };
  const readQuote = (element: HtmlElement) => {
    end();
    const inner = createReader();
    inner.read({ ...element, name: 'div' });
    inner.end();
    for (const each of inner.dropped) lost.add(each);
    const texts = inner.blocks.filter((each) => each.type !== 'image').flatMap(textsIn);
    if (texts.length > 0) blocks.push({ type: 'quote', text: texts.join('<br><br>') });
    blocks.push(...inner.blocks.filter((each) => each.type === 'image'));
  };
  const readList = (element: HtmlElement) => {
    end();
    const after: Piece[] = [];
    const list = listOf(element, after);
    if (list.items.length > 0) blocks.push({ type: 'list', ...list });
    blocks.push(...after);
  };
  const listOf = (element: HtmlElement, after: Piece[]): Pick<List, 'ordered' | 'items'> => {
    const items: ListItem[] = [];
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const last = items.at(-1);
      // Some programs put a nested list beside the item, not inside.
      if (/^(ul|ol)$/.test(child.name) && last !== undefined)
        items[items.length - 1] = joinedItem(last, listOf(child, after));
      else if (/^(ul|ol)$/.test(child.name)) items.push(...listOf(child, after).items);
      else if (child.name === 'li') items.push(itemOf(child, after));
    }
    return { ...(element.name === 'ol' && { ordered: true }), items };
  };
  const itemOf = (element: HtmlElement, after: Piece[]): ListItem => {
    const isList = (child: HtmlElement | string) => typeof child !== 'string' && /^(ul|ol)$/.test(child.name);
    const inner = createReader();
    inner.read({ ...element, name: 'div', children: element.children.filter((child) => !isList(child)) });
    inner.end();
    for (const each of inner.dropped) lost.add(each);
    after.push(...inner.blocks.filter((each) => /^(image|embed|video|table|code)$/.test(each.type)));
    const texts = inner.blocks.filter(({ type }) => /^(paragraph|heading)$/.test(type)).flatMap(textsIn);
    const lists = element.children.flatMap((child) =>
      typeof child !== 'string' && isList(child) ? [listOf(child, after)] : [],
    );
    return lists.reduce(joinedItem, { text: texts.join('<br>') });
  };
  const readWordItem = (element: HtmlElement, style: string) => {
    end();
    const marker = findElements(element, /^span$/).find(({ attributes }) =>
      /mso-list:\s*ignore/i.test(attributes.get('style') ?? ''),
    );
    const ordered = marker !== undefined && /^\s*\(?[\da-z]{1,4}[.)]/i.test(textIn(marker));
    const list = /mso-list:\s*(l\d+)/i.exec(style)?.[1] ?? '';
    const level = Number(/level(\d)/i.exec(style)?.[1] ?? 1);
    readAll(element);
    end((text) => ({ type: 'wordItem', item: { list, level, ordered, text } }));
  };
  return { blocks, dropped: lost, read, end };
}

/** Text that was only meant to be bold because it is a heading. */
function unbold(text: string): string {
  return text.replace(/^<strong>((?:(?!<\/?strong>).)*)<\/strong>$/s, '$1');
}

/** The elements that express a style, as office programs write it. */
function tagsOf(style: string, name: string): readonly string[] {
  if (style === '' || /^(h\d|table|ul|ol|body|html|div)$/.test(name)) return [];
  const rules: readonly (readonly [RegExp, string])[] = [
    [/font-weight:\s*(bold|[5-9]00)/i, 'strong'],
    [/font-style:\s*italic/i, 'em'],
    [/text-decoration[\w-]*:[^;]*underline/i, 'u'],
    [/text-decoration[\w-]*:[^;]*line-through/i, 's'],
    [/vertical-align:\s*sub\b/i, 'sub'],
    [/vertical-align:\s*super/i, 'sup'],
  ];
  return rules.flatMap(([pattern, tag]) => (pattern.test(style) ? [tag] : []));
}

/** Inline HTML as the editor writes it, without space and line breaks around. */
function cleanInline(html: string): string {
  return writeInline(readInline(html.replace(/\u00a0(?= |$)|(?<= )\u00a0/g, ' ')))
    .replace(/^(?:\s|&nbsp;|<br>)+|(?:\s|&nbsp;|<br>)+$/g, '')
    .replace(/<(\w+)[^>]*>\s*<\/\1>/g, '');
}

function textsIn(piece: Piece): readonly string[] {
  if (piece.type === 'wordItem') return [piece.item.text];
  if (piece.type === 'list') return piece.items.flatMap(itemTexts);
  if (piece.type === 'code') return [escapeText(piece.text).replaceAll('\n', '<br>')];
  if (piece.type === 'table') return piece.rows.map((row) => row.join(' '));
  return 'text' in piece ? [piece.text] : [];
}

function itemTexts({ text, list }: ListItem): readonly string[] {
  return [text, ...(list?.items.flatMap(itemTexts) ?? [])];
}

function codeOf(element: HtmlElement): Block {
  const code = findElement(element, /^code$/);
  const classes = `${element.attributes.get('class') ?? ''} ${code?.attributes.get('class') ?? ''}`;
  const language =
    element.attributes.get('data-language') ??
    element.attributes.get('lang') ??
    /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]+)/.exec(classes)?.[1];
  const text = textIn(element).replace(/\r\n?/g, '\n').replace(/\n+$/, '').replace(/^\n/, '');
  return { type: 'code', text, ...(language && { language }) };
}

function joinedItem(item: ListItem, list: Pick<List, 'ordered' | 'items'>): ListItem {
  const before = item.list;
  return {
    ...item,
    list: before === undefined ? list : { ...before, items: [...before.items, ...list.items] },
  };
}
