/** The attributes and the content of a shortcode. */
export type Shortcode = {
  readonly attributes: ReadonlyMap<string, string>;
  /** What has no name: `[youtube https://…]`. */
  readonly values: readonly string[];
  readonly content: string;
};

/** How shortcodes of one name are converted. */
export type Expansion = {
  /** Whether it encloses content: `[caption]…[/caption]`. */
  readonly isAround?: boolean;
  readonly expand: (shortcode: Shortcode) => string;
};

const beginning = /\[(\[?)([a-z][\w-]*)(?=[\s=\]/])([^[\]]*)\](\]?)/iy;

/**
 * Replaces known shortcodes by HTML. Others stay as they are, because most text in
 * brackets is not a shortcode; `onUnknown` is called with those that look like one.
 */
export function expandShortcodes(
  html: string,
  known: ReadonlyMap<string, Expansion>,
  onUnknown: (name: string) => void,
): string {
  const ends = lastEnds(html);
  const pieces: string[] = [];
  let done = 0;
  for (let at = html.indexOf('['); at !== -1; at = html.indexOf('[', Math.max(at + 1, done))) {
    beginning.lastIndex = at;
    const [whole = '', before = '', written = '', given = '', behind = ''] = beginning.exec(html) ?? [];
    if (whole === '') continue;
    const name = written.toLowerCase();
    const expansion = known.get(name);
    const isClosed = (ends.get(name) ?? -1) > at;
    if (before !== '' && behind !== '') take(at, at + whole.length, whole.slice(1, -1));
    else if (expansion === undefined) {
      if (isClosed || given.includes('=')) onUnknown(name);
    } else {
      const start = at + whole.length - behind.length;
      const end = isClosed ? endOf(html, name, start, expansion) : start;
      const content = end === start ? '' : html.slice(start, end - name.length - 3);
      take(at + before.length, end, expansion.expand({ ...readGiven(given), content }));
    }
  }
  return pieces.join('') + html.slice(done);

  function take(from: number, to: number, text: string): void {
    pieces.push(html.slice(done, from), text);
    done = to;
  }
}

/** The position of the last end tag of each name, so that missing ones are not searched for again and again. */
function lastEnds(html: string): ReadonlyMap<string, number> {
  return new Map(
    [...html.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map((each) => [(each[1] ?? '').toLowerCase(), each.index]),
  );
}

/** Where a shortcode ends: behind its end, where it is around something or has nothing in it. */
function endOf(html: string, name: string, start: number, { isAround = false }: Expansion): number {
  const end = `[/${name}]`;
  const next = html.indexOf(`[${name}`, start);
  const index = isAround ? html.slice(start, next === -1 ? undefined : next).indexOf(end) : 0;
  return index !== -1 && html.startsWith(end, start + index) ? start + index + end.length : start;
}

const part = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|([^\s"]+)/g;

/** What a shortcode is given. */
export function readGiven(text: string): Pick<Shortcode, 'attributes' | 'values'> {
  const attributes = new Map<string, string>();
  const values: string[] = [];
  for (const [, name, double, single, bare, quoted, value = ''] of text.replace(/\/$/, '').matchAll(part)) {
    if (name === undefined) values.push(quoted ?? value);
    else attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return { attributes, values: values.map((each) => each.replace(/^=/, '')) };
}
