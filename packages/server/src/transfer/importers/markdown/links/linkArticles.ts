import type { HtmlNode } from '../../shared/html/parseHtml.ts';
import { type FileLink, isMarkdownPath, placesOf, readLink } from './readLink.ts';
import type { Articles, LinkTarget } from './surveyArticles.ts';

/** The file that links are in. */
export type LinkingFile = {
  /** Undefined if it is not known where it is. */
  readonly root: string | undefined;
  readonly path: string;
  /** Where it was on its site, if known: a path or a URL. */
  readonly address: string | undefined;
  /** Whether relative addresses have a base. */
  readonly hasBase: boolean;
  /** Called only if there is a link to a file. */
  readonly articles: () => Promise<Articles>;
  /** Told of links that do not simply lead to another article. */
  readonly tell: (what: string, why: string, link: string) => void;
};

/** Lets links to files of the import lead to their articles. All that cannot is told. */
export async function linkArticles(
  nodes: readonly HtmlNode[],
  file: LinkingFile,
): Promise<readonly HtmlNode[]> {
  if (!nodes.some(hasFileLink)) return nodes;
  const articles = await file.articles();
  const rewritten = (node: HtmlNode): HtmlNode => {
    if (typeof node === 'string') return node;
    const children = node.children.map(rewritten);
    const href = node.name === 'a' ? node.attributes.get('href') : undefined;
    const link = href === undefined ? undefined : readLink(href);
    if (href === undefined || link === undefined) return { ...node, children };
    const attributes = new Map(node.attributes);
    const address = addressOf(href, link, articles, file);
    if (address === undefined) attributes.delete('href');
    else attributes.set('href', address);
    return { ...node, attributes, children };
  };
  return nodes.map(rewritten);
}

function hasFileLink(node: HtmlNode): boolean {
  if (typeof node === 'string') return false;
  const href = node.name === 'a' ? node.attributes.get('href') : undefined;
  return (href !== undefined && readLink(href) !== undefined) || node.children.some(hasFileLink);
}

/** Where a link to a file leads here; undefined if nowhere. */
function addressOf(href: string, link: FileLink, articles: Articles, file: LinkingFile): string | undefined {
  const { kind, path, fragment } = link;
  const what = kind === 'note' ? 'link to a note' : 'link to a file';
  const shown = kind === 'relative' ? href : path + fragment;
  if (path === '' && kind !== 'relative') return fragment;
  const target = targetOf(link, articles, file);
  if (target?.href !== undefined) {
    if (target.state === 'unseen') file.tell(what, 'leads to an article that readers cannot see', shown);
    if (target.state === 'left out')
      file.tell(what, 'leads to the old address of a page that is not imported', shown);
    return target.href.replace(/#.*$/s, '') + fragment;
  }
  if (kind === 'site' && !isMarkdownPath(path)) return old(`/${path}`.replace(/^\/+/, '/'));
  if (kind !== 'relative' || isMarkdownPath(path)) {
    file.tell(what, 'leads to a file that is not imported: only its text is kept', shown);
    return undefined;
  }
  if (file.address !== undefined) {
    const { origin, pathname, search, hash } = new URL(href, new URL(file.address, unknownSite));
    return old((origin === unknownSite ? '' : origin) + pathname + search + hash);
  }
  if (file.hasBase) return old(href);
  file.tell(what, 'is relative to an unknown address: only its text is kept; --site-url may help', shown);
  return undefined;

  function old(address: string): string {
    file.tell(what, 'leads to an address of the old site', shown);
    return address;
  }
}

const unknownSite = 'https://site.invalid';

function targetOf(link: FileLink, articles: Articles, { root, path }: LinkingFile): LinkTarget | undefined {
  const places = root === undefined ? [] : placesOf(link, root, path);
  const found = places.map(articles.at).find((target) => target !== undefined);
  const isByName =
    link.kind === 'post' || link.kind === 'note' || (link.kind === 'ref' && !link.path.startsWith('/'));
  return found ?? (isByName ? articles.named(link.path) : undefined);
}
