import { type Kind, kindNames, plainKinds } from './kinds.ts';
import { limits } from './limits.ts';
import type { Operation } from './operations.ts';
import {
  isListParameter,
  type ParameterName,
  parameters,
  type Query,
  queryDefaults,
  type SortItem,
} from './parameters.ts';
import type { ParameterFault } from './problemFormat.ts';
import { countCharacters, isAlias, isId, nearest } from './text.ts';

/** Either a checked query, or everything that is wrong with it. */
export type ParsedQuery =
  | { readonly query: Query; readonly faults?: never }
  | { readonly query?: never; readonly faults: readonly ParameterFault[] };

/** Parses the query part of a URL, without its question mark, by the rules of an operation. */
export function parseQuery(operation: Operation, text: string): ParsedQuery {
  const faults: ParameterFault[] = [];
  const query: Writable<Query> = {
    ...queryDefaults,
    sort: operation.single ? [] : defaultSort(operation.kind),
  };
  for (const [name, values] of readPairs(operation.parameters, text, faults)) {
    const message = readParameter(query, operation.kind, name, values);
    if (message !== undefined) faults.push({ parameter: name, message });
  }
  return faults.length > 0 ? { faults: faults.slice(0, limits.queryFaults) } : { query };
}

/** Whether a query part names a parameter at all, whatever its value. */
export function mentions(text: string, name: ParameterName): boolean {
  return text.split('&').some((pair) => decode(pair.split('=', 1)[0] ?? '') === name);
}

/** The order of a list without a `sort` parameter. */
export function defaultSort(kind: Kind): readonly SortItem[] {
  return defaultSorts.get(kind) ?? [];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The values of each parameter, in the order in which they were given; unknown ones become faults. */
export function readPairs<Name extends string>(
  known: readonly Name[],
  text: string,
  faults: ParameterFault[],
): ReadonlyMap<Name, readonly string[]> {
  const given = new Map<Name, string[]>();
  // Most queries need no decoding, and testing the whole text once is cheaper than testing each part.
  const decodePart = /[%+]/.test(text) ? decode : (part: string) => part;
  for (const pair of text === '' ? [] : text.split('&')) {
    // A URL full of faults must not become a response a hundred times its size.
    if (faults.length >= limits.queryFaults) break;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const decodedName = decodePart(rawName);
    const name = known.find((each) => each === decodedName);
    const value = equals < 0 ? '' : decodePart(pair.slice(equals + 1));
    if (name === undefined) faults.push(unknownParameter(known, decodedName ?? rawName));
    else if (value === undefined) faults.push({ parameter: name, message: notUtf8 });
    else {
      const before = given.get(name);
      if (before === undefined) given.set(name, [value]);
      else before.push(value);
    }
  }
  return given;
}

/** What is wrong with a list like `a,,b`. */
export const emptyElement = 'has an empty element; give at least one value, separated by single commas';

const notUtf8 = 'is not valid percent-encoded UTF-8';

/** Form decoding, in which a plus is a space; undefined if the text is not valid UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function unknownParameter(known: readonly string[], name: string): ParameterFault {
  const shown = shorten(name);
  const near = nearest(shown, known);
  const advice = near === undefined ? `known are: ${known.join(', ')}` : `did you mean '${near}'?`;
  return { parameter: shown, message: `is not a parameter of this operation; ${advice}` };
}

/** The part of a value that a message repeats; never half a character. */
function shorten(text: string): string {
  return text.slice(0, 64).toWellFormed();
}

/** Puts the value of a parameter into the query, or says what is wrong with it. */
function readParameter(
  query: Writable<Query>,
  kind: Kind,
  name: ParameterName,
  values: readonly string[],
): string | undefined {
  if (!isListParameter(name) && values.length > 1) return 'is given more than once';
  const text = values.join(',');
  const row = parameters[name];
  switch (row.type) {
    case 'integer':
    case 'timestamp': {
      const number = /^(?:0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
      if (!(number >= row.min && number <= row.max))
        return `must be an integer from ${row.min} to ${row.max}`;
      query[row.member] = number;
      return undefined;
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') return `must be 'true' or 'false'`;
      query[row.member] = text === 'true';
      return undefined;
    case 'name':
      if (!isAlias(text)) return notA(row.expected, text);
      query[row.member] = text;
      return undefined;
    case 'text': {
      const trimmed = trim(text);
      const count = countCharacters(trimmed);
      if (count < row.min || count > row.max)
        return `must be ${row.min} to ${row.max} characters, after trimming`;
      if (ignorableOnly.test(trimmed)) return 'must have at least one visible character';
      query[row.member] = trimmed;
      return undefined;
    }
  }
  const elements = text.split(',');
  if (elements.includes('')) return emptyElement;
  if (row.type === 'sort') {
    const sort = readSort(elements, kind);
    if (typeof sort === 'string') return sort;
    query[row.member] = sort;
    return undefined;
  }
  const [isRight, expected] = row.type === 'ids' ? [isId, 'an ID'] : [isAlias, row.expected];
  const wrong = elements.find((element) => !isRight(element));
  if (wrong !== undefined) return notA(expected, wrong);
  query[row.member] = [...new Set(elements)];
  return undefined;
}

/** Says that a value can't be what is expected. */
export function notA(expected: string, given: string): string {
  return `must be ${expected}; '${shorten(given)}' can't be one`;
}

/** Comparison ignores these characters, such as soft hyphens: nothing else would find everything. */
const ignorableOnly = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Trims by the same white space that separates search terms. Matched from the first to the last other character: cutting off
 * both ends costs the square of a long gap.
 */
function trim(text: string): string {
  return /\P{White_Space}(?:.*\P{White_Space})?/su.exec(text)?.[0] ?? '';
}

function readSort(elements: readonly string[], kind: Kind): readonly SortItem[] | string {
  const fields: readonly string[] = plainKinds[kind].sortFields;
  const items: SortItem[] = [];
  for (const element of elements) {
    const [field = ''] = element.split(':', 1);
    const direction = element.slice(field.length + 1);
    if (!fields.includes(field)) return unknownSortField(field, fields);
    if (direction !== 'asc' && direction !== 'desc') {
      return `must be written '<field>:asc' or '<field>:desc'; '${shorten(element)}' is not`;
    }
    if (items.some((item) => item.field === field)) return `names the field '${field}' more than once`;
    items.push({ field, descending: direction === 'desc' });
  }
  // IDs are unique, so nothing that comes after one can matter.
  const last = items.findIndex(({ field }) => field === plainKinds[kind].idField);
  return last < 0 ? items : items.slice(0, last + 1);
}

function unknownSortField(field: string, fields: readonly string[]): string {
  const near = nearest(field, fields);
  const hint = near === undefined ? '' : ` did you mean '${near}'?`;
  return `can't sort by '${shorten(field)}';${hint} fields are: ${fields.join(', ')}`;
}

const defaultSorts: ReadonlyMap<Kind, readonly SortItem[]> = new Map(
  kindNames.map((kind) => {
    const sort = readSort([plainKinds[kind].defaultSort], kind);
    return [kind, typeof sort === 'string' ? [] : sort];
  }),
);
