import {
  classesOf,
  descendants,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
} from '../../shared/html/parseHtml.ts';

/** What visitors of the site see around the text, by the start of a class or ID: what plugins add, and what changes by itself. */
const added: readonly (readonly [start: string, what: string])[] = [
  ...[
    'sharedaddy',
    'jp-relatedposts',
    'addtoany_',
    'heateor_sss_',
    'ssba-',
    'shariff',
    'crp_related',
    'yarpp-related',
  ],
  ...['ez-toc-container', 'toc_container', 'lwptoc', 'rtoc-', 'post-views', 'kk-star-ratings', 'wpulike'],
].map((start) => [start, start.replace(/[-_]$/, '')] as const);

/** Blocks that WordPress renders anew for each visit. */
const dynamic = new Set(
  (
    'archives calendar categories latest-comments latest-posts loginout navigation page-list post-author post-comments ' +
    'post-navigation-link post-terms query rss search site-logo site-title tag-cloud'
  )
    .split(' ')
    .map((name) => `wp-block-${name}`),
);

/** What is not part of a post: a block that the site renders itself, or what a plugin adds. */
export type LeftOut = { readonly name: string; readonly isBlock: boolean };

/** Undoes what WordPress does to a post when it shows it, so that it becomes the blocks that its author wrote. */
export function renderedNodes(html: string, onLeftOut: (what: LeftOut) => void): readonly HtmlNode[] {
  const { children } = parseHtml(html);
  const notes = new Set(children.flatMap((node) => (typeof node === 'string' ? [] : noteIds(node))));
  const plainAll = (nodes: readonly HtmlNode[]): readonly HtmlNode[] => nodes.flatMap(plain);

  function plain(node: HtmlNode): readonly HtmlNode[] {
    if (typeof node === 'string') return [node];
    const classes = classesOf(node);
    const other = leftOut(node, classes);
    if (other !== undefined) {
      onLeftOut(other);
      return [];
    }
    if (isAddition(node, classes)) return [];
    const note = node.name === 'sup' ? node.attributes.get('data-fn') : undefined;
    if (note !== undefined && notes.has(note)) return [element('sup', { 'data-note': note })];
    return [special(node, classes) ?? { ...undone(node, classes), children: plainAll(node.children) }];
  }

  return plainAll(children);
}

/** What an element is if it is not part of the post; undefined if it is. */
function leftOut({ name, attributes }: HtmlElement, classes: readonly string[]): LeftOut | undefined {
  const block = classes.find((each) => dynamic.has(each));
  if (block !== undefined) return { name: block.slice('wp-block-'.length), isBlock: true };
  if (name === 'form' || classes.includes('wpcf7')) return { name: 'form', isBlock: false };
  const names = [...classes, attributes.get('id') ?? ''];
  const found = added.find(([start]) => names.some((each) => each.startsWith(start)))?.[1];
  return found === undefined ? undefined : { name: found, isBlock: false };
}

/** The scripts that turn quotes into the posts that they quote. */
const embedScripts =
  /^(https?:)?\/\/(platform\.(twitter|x)\.com|www\.(instagram|tiktok)\.com)\/(widgets|embed)\.js/;

/**
 * What has no meaning of its own: a button to enlarge a picture, the place of `<!--more-->`, the frame and the script beside
 * a quote, the style of a gallery.
 */
function isAddition({ name, attributes, children }: HtmlElement, classes: readonly string[]): boolean {
  if (name === 'button') return classes.includes('lightbox-trigger');
  if (name === 'script') return embedScripts.test(attributes.get('src') ?? '');
  if (name === 'style')
    return children.some((each) => typeof each === 'string' && /^\s*#gallery-\d/.test(each));
  if (name === 'span') return /^more-\d+$/.test(attributes.get('id') ?? '');
  return name === 'iframe' && classes.includes('wp-embedded-content');
}

/** What the author wrote in another way; undefined if that is just the element. */
function special(node: HtmlElement, classes: readonly string[]): HtmlElement | undefined {
  const { name } = node;
  if (name === 'blockquote') return quotedPage(node, classes);
  if (name === 'ol' && classes.includes('wp-block-footnotes')) return footnotes(node);
  if (classes.some((each) => /^galleryid-\d/.test(each))) return gallery(node);
  if (name === 'video' || name === 'audio')
    return classes.includes(`wp-${name}-shortcode`) ? player(node) : undefined;
  return undefined;
}

/** A page of another site, which its author named by its address. */
function quotedPage(node: HtmlElement, classes: readonly string[]): HtmlElement | undefined {
  const { attributes } = node;
  const links = [...descendants(node)].flatMap((each) => each.attributes.get('href') ?? []);
  const address = classes.includes('twitter-tweet')
    ? links.findLast((each) => /\/status\/\d+/.test(each))
    : classes.includes('wp-embedded-content')
      ? links[0]
      : classes.includes('instagram-media')
        ? attributes.get('data-instgrm-permalink')
        : classes.includes('tiktok-embed')
          ? attributes.get('cite')
          : undefined;
  return address === undefined
    ? undefined
    : element('p', {}, [address.replace(/\?(ref_src|utm_source)=.*$/, '')]);
}

function noteIds(node: HtmlElement): readonly string[] {
  const lists = [node, ...descendants(node)].filter((each) => classesOf(each).includes('wp-block-footnotes'));
  return lists.flatMap((list) =>
    list.children.flatMap((each) => (typeof each === 'string' ? [] : (each.attributes.get('id') ?? []))),
  );
}

/** Footnotes, each without the arrow back to its reference. */
function footnotes({ children }: HtmlElement): HtmlElement {
  const notes = children.flatMap((node) => {
    const id = typeof node === 'string' ? undefined : node.attributes.get('id');
    if (typeof node === 'string' || id === undefined) return [];
    const text = node.children.filter(
      (each) => typeof each === 'string' || each.attributes.get('href') !== `#${id}-link`,
    );
    return [element('div', { 'data-note': id }, text)];
  });
  return element('section', { class: 'block-footnotes' }, notes);
}

/** A gallery of the classic editor. Its pictures link to pages of their own, which are not imported. */
function gallery(node: HtmlElement): HtmlElement {
  const items = [...descendants(node)].filter((each) => classesOf(each).includes('gallery-item'));
  const figures = items.flatMap((item) => {
    const inner = [...descendants(item)];
    const image = inner.find((each) => each.name === 'img');
    const caption = inner.find((each) => classesOf(each).includes('gallery-caption'));
    const { width: _, height: __, ...shown } = Object.fromEntries(image?.attributes ?? []);
    return image === undefined
      ? []
      : [element('figure', {}, [element('img', shown), element('figcaption', {}, caption?.children ?? [])])];
  });
  return element('div', { class: 'wp-block-gallery' }, figures);
}

/** A player of the shortcodes, with the file that it plays. */
function player(node: HtmlElement): HtmlElement | undefined {
  const sources = [node, ...descendants(node)].flatMap((each) => each.attributes.get('src') ?? []);
  const [source] = sources;
  return source === undefined
    ? undefined
    : element(node.name, { controls: '', src: source.replace(/[?&]_=\d+$/, '') });
}

/** An element without the size that WordPress gives to pictures and frames for which the author gave none. */
function undone(node: HtmlElement, classes: readonly string[]): HtmlElement {
  const { name, attributes } = node;
  const names = [...attributes.keys()];
  const isSized =
    (name === 'img' &&
      classes.some((each) => /^wp-image-\d/.test(each)) &&
      names.indexOf('height') !== -1 &&
      names.indexOf('height') < names.indexOf('src')) ||
    (name === 'iframe' && /[?&]feature=oembed\b|\bapp_id=122963\b/.test(attributes.get('src') ?? ''));
  if (!isSized) return node;
  return {
    ...node,
    attributes: new Map([...attributes].filter(([each]) => each !== 'width' && each !== 'height')),
  };
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly HtmlNode[] = [],
): HtmlElement {
  return { name, attributes: new Map(Object.entries(attributes)), children };
}
