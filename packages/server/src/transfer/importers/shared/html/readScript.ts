import type { HtmlElement } from './parseHtml.ts';

/** The TeX in a script of MathJax; undefined for any other element. */
export function texOf({ name, attributes, children }: HtmlElement): string | undefined {
  if (name !== 'script' || !/^math\/(tex|latex)\b/i.test(attributes.get('type') ?? '')) return undefined;
  return (
    children
      .filter((node) => typeof node === 'string')
      .join('')
      .trim() || undefined
  );
}

/** Whether a formula stands by itself, rather than in a line. */
export function isDisplayed({ attributes }: HtmlElement): boolean {
  return /mode\s*=\s*display/i.test(attributes.get('type') ?? '');
}

/** The page of the gist that a script shows; undefined for any other element. */
export function gistOf({ name, attributes }: HtmlElement): string | undefined {
  if (name !== 'script') return undefined;
  const [, path, file] =
    /^(?:https?:)?\/\/gist\.github\.com\/([\w-]+(?:\/[\w-]+)?)\.js(?:\?file=([^&#]+))?/i.exec(
      attributes.get('src')?.trim() ?? '',
    ) ?? [];
  if (path === undefined) return undefined;
  const anchor = file === undefined ? '' : `#file-${file.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  return `https://gist.github.com/${path}${anchor}`;
}
