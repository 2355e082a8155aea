import type { ShortcodeFate } from '../../ImportSummary.ts';
import { writeAttribute } from './writeHtml.ts';

/** What becomes of shortcodes that are unknown, by name in lower case; `*` for all others. */
export type ShortcodeFates = ReadonlyMap<string, ShortcodeFate>;

/** What stands in a tag besides its name: `id="7"` has a name, `https://…` does not. */
export type Given = {
  readonly attributes: ReadonlyMap<string, string>;
  readonly values: readonly string[];
};

/**
 * What becomes of an unknown shortcode; undefined if it is text as any other: `[sic]` does not look like one.
 * `mayMark` is false within a tag, where no block can stand.
 */
export function shortcodeFate(
  fates: ShortcodeFates | undefined,
  name: string,
  looksLikeOne: boolean,
  mayMark: boolean,
): ShortcodeFate | undefined {
  const others = looksLikeOne ? (fates?.get('*') ?? 'text') : undefined;
  const fate = fates?.get(name.toLowerCase()) ?? others;
  return fate === 'block' && !mayMark ? 'text' : fate;
}

/** The place of a shortcode as HTML, which becomes a block of its own; the name of an end begins with a slash. */
export function shortcodeMark(name: string, { attributes, values }: Given): string {
  const all = Object.fromEntries([...values.map((value, index) => [String(index), value]), ...attributes]);
  const given = Object.keys(all).length === 0 ? '' : writeAttribute('data-attributes', JSON.stringify(all));
  return `<div${writeAttribute('data-shortcode', name)}${given}></div>`;
}

/** An end has nothing but its name. */
export const nothingGiven: Given = { attributes: new Map(), values: [] };

const part = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|([^\s"]+)/g;

/** Parses the attributes and values of a shortcode. */
export function readGiven(text: string): Given {
  const attributes = new Map<string, string>();
  const values: string[] = [];
  for (const [, name, double, single, bare, quoted, value = ''] of text.replace(/\/$/, '').matchAll(part)) {
    if (name === undefined) values.push(quoted ?? value);
    else attributes.set(name, double ?? single ?? bare ?? '');
  }
  return { attributes, values: values.map((each) => each.replace(/^=/, '')) };
}

/** Tells of positions, each after the one before, whether they are within a tag of HTML. */
export function watchTags(html: string): (at: number) => boolean {
  let [done, isOpen] = [0, false];
  return (at) => {
    const passed = html.slice(done, at);
    const [start, end] = [passed.lastIndexOf('<'), passed.lastIndexOf('>')];
    if (start !== end) isOpen = start > end;
    done = at;
    return isOpen;
  };
}
