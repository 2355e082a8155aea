import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';

/** Written down here once more, by hand: what a page may hold. */
const elements = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt ' +
    'em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li mark ol p pre q rp rt ruby s samp section ' +
    'small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var video wbr'
  ).split(' '),
);
const attributes = new Set(
  (
    'alt ariaLabel cite className colSpan controls dataAlways dataAsk dataFrame dataHint dataMediaId dataNote dataProvider dataShow dataSize dateTime decoding dir height href id lang loading open playsInline ' +
    'poster preload rel reversed role rowSpan scope sizes span src srcSet start tabIndex target title type value width'
  ).split(' '),
);
const addresses = ['cite', 'href', 'poster', 'src'];
const schemes = ['http:', 'https:', 'mailto:', 'tel:'];

/** Everything in a piece of HTML that has no place on a page, as a real parser reads it. */
export function findUnsafe(html: string): readonly string[] {
  return faultsOf(fromHtml(html, { fragment: true }));
}

function faultsOf(node: Nodes): readonly string[] {
  if (node.type === 'text') return [];
  if (node.type !== 'element' && node.type !== 'root') return [node.type];
  const below = node.children.flatMap(faultsOf);
  if (node.type === 'root') return below;
  const own = elements.has(node.tagName) ? [] : [`<${node.tagName}>`];
  const entries = Object.entries(node.properties);
  return [
    ...own,
    ...entries.flatMap(([name, value]) => attributeFaults(node.tagName, name, value)),
    ...below,
  ];
}

function attributeFaults(tag: string, name: string, value: unknown): readonly string[] {
  const fault = [`<${tag} ${name}="${value}">`];
  if (!attributes.has(name)) return fault;
  if (name === 'id') return /^h[1-6]$/.test(tag) || /^(note|ref)_\d+(_\d+)?$/.test(`${value}`) ? [] : fault;
  if (name === 'className') return /^(language|block)-/.test(String(value)) ? [] : fault;
  if (name === 'dataFrame')
    return /^https:\/\/(www\.youtube-nocookie|player\.vimeo|platform\.twitter)\.com\//.test(`${value}`)
      ? []
      : fault;
  if (name === 'srcSet') return String(value).split(/,\s+/).every(isWeb) ? [] : fault;
  return addresses.includes(name) && !isWeb(String(value)) ? fault : [];
}

/** As a browser would resolve it. */
function isWeb(address: string): boolean {
  const base = 'https://page.example/';
  return !URL.canParse(address, base) || schemes.includes(new URL(address, base).protocol);
}
