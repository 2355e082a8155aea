import type { ParameterFault } from './errors.ts';
import { type Kind, kinds } from './kinds.ts';
import { limits } from './limits.ts';
import { nearest } from './nearest.ts';
import type { Operation } from './operations.ts';
import { isListParameter, type ParameterName, parameters } from './parameters.ts';
import { countCharacters, isAlias, isId } from './text.ts';

/** One item of a sort order. */
export type SortItem = { readonly field: string; readonly descending: boolean };

/** A query, checked: what a reader asked for, with defaults filled in. */
export type Query = {
  readonly page: number;
  readonly size: number;
  readonly sort: readonly SortItem[];
  readonly ids?: readonly string[];
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly rssOnly: boolean;
  readonly search?: string;
  readonly includeCategory: boolean;
  readonly includeTags: boolean;
  readonly previewAt?: number;
};

/** Either a checked query, or everything that is wrong with it. */
export type ParsedQuery =
  | { readonly query: Query; readonly faults?: never }
  | { readonly query?: never; readonly faults: readonly ParameterFault[] };

const [ampersand, equalsSign] = [38, 61];

/** The parameters that are whole numbers. */
const numbers: readonly ParameterName[] = ['page', 'size', 'previewAt'];

/** Reads the query part of a URL (without its question mark) by the rules of an operation. */
export function parseQuery(operation: Operation, search: string): ParsedQuery {
  const faults: ParameterFault[] = [];
  const given = readPairs(operation, search, faults);
  const query = readValues(operation, given, faults);
  return faults.length > 0 ? { faults: faults.slice(0, limits.queryFaults) } : { query };
}

/** Whether a query part names a parameter at all, whatever its value. */
export function mentions(search: string, name: ParameterName): boolean {
  if (search === '') return false;
  return search.split('&').some((pair) => decodeText(pair.split('=', 1)[0] ?? '') === name);
}

/** One parameter as it was given; the values of a list are joined by commas, whether they came so or one by one. */
type Given = {
  readonly known: Known;
  /** Nothing for a number. */
  text: string;
  /** Not a number where it is none, or not written as one is. */
  readonly number: number;
  isRepeated: boolean;
  /** Where the pair was read before. */
  readonly recalled: Recalled | undefined;
};

type Known = { readonly name: ParameterName; readonly isList: boolean; readonly isNumber: boolean };

/** The parameters of an operation by their names, and by the digests of these. */
type KnownParameters = {
  readonly byName: ReadonlyMap<string, Known>;
  readonly byDigest: ReadonlyMap<number, Known>;
};

const knownParameters = new WeakMap<Operation, KnownParameters>();

/** Worked out when an operation is first asked for: there are more than those of the public interface. */
function parametersOf(operation: Operation): KnownParameters {
  const before = knownParameters.get(operation);
  if (before !== undefined) return before;
  const all = operation.parameters.map(
    (name): Known => ({ name, isList: isListParameter(name), isNumber: numbers.includes(name) }),
  );
  const byName = new Map(all.map((one) => [one.name, one]));
  const known = { byName, byDigest: new Map(all.map((one) => [digestOf(one.name), one])) };
  knownParameters.set(operation, known);
  return known;
}

function readPairs(operation: Operation, search: string, faults: ParameterFault[]): readonly Given[] {
  const given: Given[] = [];
  const known = parametersOf(operation);
  // Most queries are plain, and this is on the way of every request.
  const isPlain = !encoded.test(search);
  for (let start = 0; start < search.length; ) {
    // A URL of nothing but faults must not become an answer a hundred times its size.
    if (faults.length >= limits.queryFaults) break;
    const pair = scanPair(search, start);
    if (pair.end > start) {
      const read = isPlain ? readPlain(known, search, start, pair) : readEncoded(known, search, start, pair);
      if (read.known !== undefined) add(given, read);
      else faults.push(read.isUndecoded ? undecoded(read.name) : unknownParameter(operation, read.name));
    }
    start = pair.end + 1;
  }
  return given;
}

/** A name that is not known, or one whose value is not right UTF-8. */
type Unread = { readonly known?: undefined; readonly name: string; readonly isUndecoded: boolean };

/** Where a name ends and where the pair does, and digests of both. */
type Scanned = {
  readonly nameEnd: number;
  readonly end: number;
  readonly nameDigest: number;
  readonly digest: number;
};

function scanPair(search: string, start: number): Scanned {
  let digest = 0;
  let nameEnd = -1;
  let nameDigest = 0;
  let end = start;
  for (; end < search.length; end++) {
    const code = search.charCodeAt(end);
    if (code === ampersand) break;
    if (code === equalsSign && nameEnd < 0) {
      nameEnd = end;
      nameDigest = digest;
    }
    digest = mixed(digest, code);
  }
  return nameEnd < 0
    ? { nameEnd: end, end, nameDigest: digest, digest }
    : { nameEnd, end, nameDigest, digest };
}

function digestOf(text: string): number {
  return scanPair(text, 0).digest;
}

function mixed(digest: number, code: number): number {
  return Math.imul(digest ^ code, 0x0100_0193);
}

/** What can be read without decoding anything. */
function readPlain(
  { byDigest }: KnownParameters,
  search: string,
  start: number,
  pair: Scanned,
): Given | Unread {
  const { nameEnd, end } = pair;
  const known = byDigest.get(pair.nameDigest);
  const recalled = known === undefined || known.isNumber ? undefined : recallPair(search, start, pair);
  if (known !== undefined && recalled?.name === known.name) {
    return { known, text: recalled.text, number: Number.NaN, isRepeated: false, recalled };
  }
  if (known === undefined || !isAt(search, start, nameEnd, known.name)) {
    return { name: search.slice(start, nameEnd), isUndecoded: false };
  }
  if (known.isNumber) {
    const number = readDigits(search, nameEnd + 1, end);
    return { known, text: '', number, isRepeated: false, recalled: undefined };
  }
  const text = search.slice(nameEnd + 1, end);
  notePair(search, start, pair, known.name, text);
  return { known, text, number: Number.NaN, isRepeated: false, recalled: undefined };
}

function readEncoded(
  { byName }: KnownParameters,
  search: string,
  start: number,
  { nameEnd, end }: Scanned,
): Given | Unread {
  const rawName = search.slice(start, nameEnd);
  const name = decodeText(rawName);
  const known = name === undefined ? undefined : byName.get(name);
  if (known === undefined) return { name: name ?? rawName, isUndecoded: false };
  const text = decodeText(search.slice(nameEnd + 1, end));
  if (text === undefined) return { name: known.name, isUndecoded: true };
  const number = known.isNumber ? readDigits(text, 0, text.length) : Number.NaN;
  return { known, text, number, isRepeated: false, recalled: undefined };
}

function undecoded(parameter: string): ParameterFault {
  return { parameter, message: 'is not valid percent-encoded UTF-8' };
}

/** Whether a text stands between two places of another one. */
function isAt(search: string, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== search.charCodeAt(start + at)) return false;
  }
  return true;
}

/** A pair of name and value that was read before, and what an operation makes of it. */
type Recalled = {
  readonly pair: string;
  readonly name: ParameterName;
  readonly text: string;
  reading?: { readonly operation: Operation; readonly read: Reading };
};

const recalledPairs = new Array<Recalled | undefined>(1024).fill(undefined);
const seenPairs = new Int32Array(recalledPairs.length);
const longestRecalled = 64;

/** Readers write the same few pairs again and again: they are read twice at most. */
function recallPair(search: string, start: number, { end, digest }: Scanned): Recalled | undefined {
  const recalled = recalledPairs[placeFor(digest)];
  return recalled !== undefined && isAt(search, start, end, recalled.pair) ? recalled : undefined;
}

/** What comes once is not worth a place. */
function notePair(
  search: string,
  start: number,
  { end, digest }: Scanned,
  name: ParameterName,
  text: string,
): void {
  if (end - start > longestRecalled) return;
  const place = placeFor(digest);
  if (seenPairs[place] === digest) recalledPairs[place] = { pair: search.slice(start, end), name, text };
  seenPairs[place] = digest;
}

function placeFor(digest: number): number {
  return ((digest ^ (digest >>> 15)) >>> 0) % recalledPairs.length;
}

/** Where a character comes next; `end` where it does not come before that. */
function placeOf(character: string, text: string, start: number, end: number): number {
  const place = text.indexOf(character, start);
  return place < 0 || place > end ? end : place;
}

function add(given: Given[], one: Given): void {
  for (const before of given) {
    if (before.known !== one.known) continue;
    before.text += `,${one.text}`;
    before.isRepeated = true;
    return;
  }
  given.push(one);
}

function unknownParameter(operation: Operation, name: string): ParameterFault {
  const shown = shorten(name);
  const near = nearest(shown, operation.parameters);
  const advice =
    near === undefined ? `known are: ${operation.parameters.join(', ')}` : `did you mean '${near}'?`;
  return { parameter: shown, message: `is not a parameter of this operation; ${advice}` };
}

/** As much of a reader's text as a message repeats; never half a character. */
function shorten(text: string): string {
  return text.slice(0, 64).toWellFormed();
}

/** What is not simply itself in a query. */
const encoded = /[%+\uFFFD]/;

/** Percent-decoding as in forms, where a plus is a space; undefined where it is not valid UTF-8. */
function decodeText(text: string): string | undefined {
  // Unencoded, the replacement character stands where raw bytes of the URL were not UTF-8. Encoded, it is a character
  // like any other.
  if (text.includes('\u{FFFD}')) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readValues(operation: Operation, given: readonly Given[], faults: ParameterFault[]): Query {
  const query: Writable<Query> = {
    page: limits.page.default,
    size: limits.pageSize.default,
    sort: [],
    rssOnly: false,
    includeCategory: false,
    includeTags: false,
  };
  for (const one of given) {
    const read = recallReading(operation, one);
    if (typeof read === 'string') faults.push({ parameter: one.known.name, message: read });
    else read(query);
  }
  if (!operation.single && query.sort.length === 0) query.sort = defaultSort(operation.kind);
  return query;
}

/** The order of a list that asks for none. */
export function defaultSort(kind: Kind): readonly SortItem[] {
  return defaultSorts[kind];
}

function readDefaultSort(kind: Kind): readonly SortItem[] {
  const read = readSort([kinds[kind].defaultSort], kind);
  return typeof read === 'string' ? [] : read;
}

/** What puts a value into a query, or what is wrong with the value. */
type Reading = ((query: Writable<Query>) => void) | string;

function recallReading(operation: Operation, given: Given): Reading {
  const { recalled } = given;
  if (recalled === undefined || given.isRepeated) return readParameter(operation, given);
  if (recalled.reading?.operation !== operation) {
    recalled.reading = { operation, read: readParameter(operation, given) };
  }
  return recalled.reading.read;
}

/** Reads the value of one parameter. */
function readParameter(operation: Operation, { known, text, number, isRepeated }: Given): Reading {
  const { name, isList } = known;
  if (!isList && isRepeated) return 'is given more than once';
  const elements = isList ? text.split(',') : none;
  if (elements.includes(''))
    return 'has an empty element; give at least one value, separated by single commas';
  switch (name) {
    case 'page':
      return assign(inRange(number, parameters.page), (query, value) => {
        query.page = value;
      });
    case 'size':
      return assign(inRange(number, parameters.size), (query, value) => {
        query.size = value;
      });
    case 'previewAt':
      return assign(inRange(number, limits.timestamp), (query, value) => {
        query.previewAt = value;
      });
    case 'sort':
      return assign(recallSort(text, elements, operation.kind), (query, value) => {
        query.sort = value;
      });
    case 'contentIds':
    case 'mediaIds':
    case 'categoryIds':
    case 'tagIds':
      return assign(readNames(elements, isId, 'an ID'), (query, value) => {
        query.ids = value;
      });
    case 'tags':
      return assign(readNames(elements, isAlias, 'a tag ID or alias'), (query, value) => {
        query.tags = value;
      });
    case 'category':
      return assign(readNames([text], isAlias, 'one category ID or alias'), (query, [value]) => {
        if (value !== undefined) query.category = value;
      });
    case 'search':
      return assign(readText(text), (query, value) => {
        query.search = value.text;
      });
    case 'rssOnly':
    case 'includeCategory':
    case 'includeTags':
      return assign(readBoolean(text), (query, value) => {
        query[name] = value;
      });
  }
}

const none: readonly string[] = [];

/** A reader gives back a message instead of a value where the value is off its rules. */
function assign<T extends object | number | boolean>(
  read: T | string,
  put: (query: Writable<Query>, value: T) => void,
): Reading {
  return typeof read === 'string' ? read : (query) => put(query, read);
}

function inRange(number: number, range: { min: number; max: number }): number | string {
  if (number >= range.min && number <= range.max) return number;
  return `must be an integer from ${range.min} to ${range.max}`;
}

const [minus, zero, nine] = [45, 48, 57];
const mostDigits = 16;

/** A whole number as it is written without anything that it does not need; not a number where that is something else. */
function readDigits(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === minus;
  const first = isNegative ? from + 1 : from;
  if (to - first < 1 || to - first > mostDigits) return Number.NaN;
  if (text.charCodeAt(first) === zero) return to - first === 1 && !isNegative ? 0 : Number.NaN;
  let number = 0;
  for (let at = first; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) return Number.NaN;
    number = number * 10 + (code - zero);
  }
  return isNegative ? -number : number;
}

function readBoolean(text: string): boolean | string {
  if (text === 'true') return true;
  return text === 'false' ? false : `must be 'true' or 'false'`;
}

/** What needs no trimming, and has as many characters as units. */
const plainText = new RegExp(`^[!-~](?:[ -~]{0,${limits.searchCharacters.max - 2}}[!-~])?$`);

function readText(text: string): { text: string } | string {
  if (plainText.test(text)) return { text };
  // By the same white space that separates search terms, so that what is left holds at least one term.
  // Matched from the first to the last other character: cutting off both ends costs the square of a long gap.
  const [trimmed = ''] = /\P{White_Space}(?:.*\P{White_Space})?/su.exec(text) ?? [];
  const count = countCharacters(trimmed);
  const { min, max } = limits.searchCharacters;
  return count >= min && count <= max
    ? { text: trimmed }
    : `must be ${min} to ${max} characters, after trimming`;
}

function readNames(
  elements: readonly string[],
  isRight: (text: string) => boolean,
  what: string,
): readonly string[] | string {
  const wrong = elements.find((element) => !isRight(element));
  if (wrong === undefined) return elements.length === 1 ? elements : [...new Set(elements)];
  return `must be ${what}; '${shorten(wrong)}' can't be one`;
}

const mostRecalled = 256;
const recalledSorts: Readonly<Record<Kind, Map<string, readonly SortItem[]>>> = {
  news: new Map(),
  banner: new Map(),
  media: new Map(),
  category: new Map(),
  tag: new Map(),
};

/** Readers sort in a few ways: each is read once, and then the same object again and again. */
function recallSort(text: string, elements: readonly string[], kind: Kind): readonly SortItem[] | string {
  const recalled = recalledSorts[kind];
  const known = recalled.get(text);
  if (known !== undefined) return known;
  const read = readSort(elements, kind);
  if (typeof read !== 'string' && recalled.size < mostRecalled) recalled.set(text, read);
  return read;
}

function readSort(elements: readonly string[], kind: Kind): readonly SortItem[] | string {
  const fields: readonly string[] = kinds[kind].sortFields;
  const items: SortItem[] = [];
  for (const element of elements) {
    const colon = placeOf(':', element, 0, element.length);
    const field = element.slice(0, colon);
    const direction = element.slice(colon + 1);
    if (!fields.includes(field)) return unknownSortField(field, fields);
    if (direction !== 'asc' && direction !== 'desc') {
      return `must be written '<field>:asc' or '<field>:desc'; '${shorten(element)}' is not`;
    }
    if (items.some((item) => item.field === field)) return `names the field '${field}' more than once`;
    items.push({ field, descending: direction === 'desc' });
  }
  // No two things have the same ID, so nothing that comes after it can matter.
  const last = items.findIndex(({ field }) => field === kinds[kind].idField);
  return last < 0 ? items : items.slice(0, last + 1);
}

function unknownSortField(field: string, fields: readonly string[]): string {
  const near = nearest(field, fields);
  const hint = near === undefined ? '' : ` did you mean '${near}'?`;
  return `can't sort by '${shorten(field)}';${hint} fields are: ${fields.join(', ')}`;
}

const defaultSorts: Readonly<Record<Kind, readonly SortItem[]>> = {
  news: readDefaultSort('news'),
  banner: readDefaultSort('banner'),
  media: readDefaultSort('media'),
  category: readDefaultSort('category'),
  tag: readDefaultSort('tag'),
};
