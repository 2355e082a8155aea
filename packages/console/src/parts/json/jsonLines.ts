/** One line of JSON. */
export type JsonLine = {
  /** The path of the value, as in `/list/0`; both lines of an object or array have the same. */
  readonly path: string;
  readonly depth: number;
  /** The name of the member, if the value is one. */
  readonly name?: string | undefined;
  readonly part: 'value' | 'open' | 'close' | 'folded';
  readonly type: 'string' | 'number' | 'word' | 'bracket';
  readonly text: string;
  /** How many values it contains. */
  readonly count: number;
  /** Whether another value follows. */
  readonly hasComma: boolean;
};

/** Which values are folded: those from a depth on, except the ones that were toggled by hand. */
export type Folding = { readonly from: number; readonly toggled: ReadonlySet<string> };

/** Longer strings are cut. */
const maxCharacters = 1000;

/** JSON line by line; a folded value is one line. */
export function jsonLines(value: unknown, folding: Folding): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  add(lines, folding, value, { path: '', depth: 0, hasComma: false });
  return lines;
}

/** The number of lines if nothing is folded. */
export function countLines(value: unknown): number {
  const values = childrenOf(value);
  if (values.length === 0) return 1;
  return values.reduce((sum: number, [, child]) => sum + countLines(child), 2);
}

type Position = Pick<JsonLine, 'path' | 'depth' | 'name' | 'hasComma'>;

function add(lines: JsonLine[], folding: Folding, value: unknown, position: Position): void {
  const children = childrenOf(value);
  const count = children.length;
  if (count === 0) {
    lines.push({ ...position, part: 'value', count, ...scalar(value) });
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (isFolded(folding, position)) {
    lines.push({ ...position, part: 'folded', type: 'bracket', text: `${open}…${close}`, count });
    return;
  }
  lines.push({ ...position, part: 'open', type: 'bracket', text: open, count, hasComma: false });
  for (const [at, [name, child]] of children.entries()) {
    const path = `${position.path}/${name}`;
    const shownName = Array.isArray(value) ? undefined : name;
    add(lines, folding, child, {
      path,
      depth: position.depth + 1,
      name: shownName,
      hasComma: at < count - 1,
    });
  }
  lines.push({ ...position, name: undefined, part: 'close', type: 'bracket', text: close, count });
}

function isFolded({ from, toggled }: Folding, { path, depth }: Position): boolean {
  return toggled.has(path) !== depth >= from;
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
    text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}…` : text,
  );
}
