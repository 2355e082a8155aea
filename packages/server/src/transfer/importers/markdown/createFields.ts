import { isObject } from '@newsstand/contract';
/** The fields of front matter by name: `featured_image`, `featuredImage` and `FeaturedImage` are the same. */
export type Fields = {
  readonly names: readonly string[];
  /** All of them by name, inherited ones included. */
  readonly values: Values;
  /** The first of these fields that has a value. */
  value(...names: readonly string[]): Field | undefined;
  /** The same as a text. */
  text(...names: readonly string[]): string | undefined;
  /** Whether this field is true. */
  isOn(name: string): boolean;
  /** Whether this field is false. */
  isOff(name: string): boolean;
  /** The line of the first of these fields. */
  line(...names: readonly string[]): number;
};

/** A field as parsed, and as written. */
export type Field = {
  readonly name: string;
  readonly line: number;
  readonly value: unknown;
  readonly raw: string;
};

/** Parsed fields by name. */
export type Values = { readonly [name: string]: unknown };

/** Tables of Hugo and Zola that contain further fields. */
const tables = ['params', 'extra', 'taxonomies'];

/**
 * Collects the fields of front matter. `text` is its source, which begins on line `firstLine`. Missing fields are
 * `inherited`. `chosen` gives fields another name by which they are found first.
 */
export function createFields(
  values: Values,
  text: string,
  firstLine: number,
  inherited: Values = {},
  chosen: ReadonlyMap<string, string> = new Map(),
): Fields {
  const written = writtenFields(text);
  const fields = new Map<string, Field>();
  const add = (entries: readonly (readonly [string, unknown])[]): void => {
    for (const [name, value] of entries) {
      const key = plainName(name);
      const { line = 0, raw = '' } = written.get(key) ?? {};
      if (!fields.has(key)) fields.set(key, { name, value, raw, line: firstLine + line });
    }
  };
  add(Object.entries(values).filter(([name]) => !tables.includes(plainName(name))));
  for (const table of tables) {
    const inner = values[table];
    if (isObject(inner)) add(Object.entries(inner));
  }
  const isChosen = new Set([...chosen.values()].map(plainName));
  const names = [...fields.values()].map(({ name }) => name).filter((name) => !isChosen.has(plainName(name)));
  add(Object.entries(inherited));
  for (const [name, own] of chosen) {
    const field = fields.get(plainName(own));
    if (field !== undefined) fields.set(plainName(name), field);
  }

  const value = (...names: readonly string[]): Field | undefined =>
    names.map((name) => fields.get(plainName(name))).find((field) => !isNothing(field?.value));
  return {
    names,
    values: Object.fromEntries([...fields.values()].map((field) => [field.name, field.value])),
    value,
    text: (...names) => textOf(value(...names)),
    isOn: (name) => /^(true|yes|y|on|1)$/i.test(plainValue(value(name))),
    isOff: (name) => /^(false|no|n|off|0)$/i.test(plainValue(value(name))),
    line: (...names) => value(...names)?.line ?? firstLine,
  };
}

/** A name without differences in spelling. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** A title that looks like a number is still text: `1.10` must not become `1.1`. */
function textOf(field: Field | undefined): string | undefined {
  if (typeof field?.value === 'string') return field.value.trim() || undefined;
  if (typeof field?.value !== 'number' && typeof field?.value !== 'boolean') return undefined;
  return field.raw || String(field.value);
}

/**
 * The parsed value of a field as text. `raw` is of no use here: its line may contain several fields, an anchor, or a
 * nested field of the same name.
 */
function plainValue(field: Field | undefined): string {
  const { value } = field ?? {};
  return typeof value === 'object' ? '' : String(value ?? '').trim();
}

/** The line of each field, counted from 0, and the text after its name. */
function writtenFields(text: string): ReadonlyMap<string, { readonly line: number; readonly raw: string }> {
  const written = new Map<string, { line: number; raw: string }>();
  for (const [line, content] of text.split('\n').entries()) {
    const [, name, rest = ''] = /^[\s{]*["']?([\w-]+)["']?\s*[:=](.*)$/.exec(content) ?? [];
    if (name === undefined || written.has(plainName(name))) continue;
    written.set(plainName(name), { line, raw: rest.replace(/(?:\s#.*|,)$/, '').trim() });
  }
  return written;
}
