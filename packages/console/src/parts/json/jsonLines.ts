/** One line of JSON as it is shown. */
export type JsonLine = {
  /** Where the value is, as in `/list/0`; two lines of one value have the same. */
  readonly path: string;
  readonly depth: number;
  /** The name of the member, where the value is one. */
  readonly name?: string | undefined;
  readonly part: 'value' | 'open' | 'close' | 'folded';
  readonly type: 'string' | 'number' | 'word' | 'bracket';
  readonly text: string;
  /** How many values are in it. */
  readonly count: number;
  /** Whether another value follows. */
  readonly hasComma: boolean;
};

/** Which values are folded: those from a depth on, but for the ones that were turned over by hand. */
export type Folding = { readonly from: number; readonly turned: ReadonlySet<string> };

/** Strings that are longer are shown to here. */
const mostCharacters = 1000;

/** JSON line by line; what is folded is one line. */
export function jsonLines(value: unknown, folding: Folding): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  add(lines, folding, value, { path: '', depth: 0, hasComma: false });
  return lines;
}

/** How many lines a value has when nothing is folded. */
export function countLines(value: unknown): number {
  const values = childrenOf(value);
  if (values.length === 0) return 1;
  return values.reduce((sum: number, [, child]) => sum + countLines(child), 2);
}

type Place = Pick<JsonLine, 'path' | 'depth' | 'name' | 'hasComma'>;

function add(lines: JsonLine[], folding: Folding, value: unknown, place: Place): void {
  const children = childrenOf(value);
  const count = children.length;
  if (count === 0) {
    lines.push({ ...place, part: 'value', count, ...scalar(value) });
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (isFolded(folding, place)) {
    lines.push({ ...place, part: 'folded', type: 'bracket', text: `${open}…${close}`, count });
    return;
  }
  lines.push({ ...place, part: 'open', type: 'bracket', text: open, count, hasComma: false });
  for (const [at, [name, child]] of children.entries()) {
    const path = `${place.path}/${name}`;
    const shownName = Array.isArray(value) ? undefined : name;
    add(lines, folding, child, { path, depth: place.depth + 1, name: shownName, hasComma: at < count - 1 });
  }
  lines.push({ ...place, name: undefined, part: 'close', type: 'bracket', text: close, count });
}

function isFolded({ from, turned }: Folding, { path, depth }: Place): boolean {
  return turned.has(path) !== depth >= from;
}

function childrenOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function scalar(value: unknown): Pick<JsonLine, 'type' | 'text'> {
  if (typeof value === 'string') return { type: 'string', text: shortened(value) };
  if (typeof value === 'number') return { type: 'number', text: `${value}` };
  if (typeof value === 'object' && value !== null)
    return { type: 'bracket', text: Array.isArray(value) ? '[]' : '{}' };
  return { type: 'word', text: `${value}` };
}

function shortened(text: string): string {
  return JSON.stringify(
    text.length > mostCharacters ? `${text.slice(0, mostCharacters).toWellFormed()}…` : text,
  );
}
