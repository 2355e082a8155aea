import { limits } from './limits.ts';
import { type BrokenRule, broken, type Fault, faultAt } from './rules.ts';

/** The value of a JSON text, or what is wrong with it; `faulty` is the value if only its texts are at fault. */
export type ParsedJson =
  | { readonly value: unknown; readonly faults?: never }
  | { readonly value?: never; readonly faults: readonly Fault[]; readonly faulty?: unknown };

/**
 * Parses JSON from outside, and rejects what could not be stored as it is: too many values, brackets nested too deeply,
 * integers with more digits than a number holds, and text that is not valid Unicode.
 */
export function parseJson(text: string): ParsedJson {
  // Before parsing: parsing a hostile text takes hundreds of times as long as counting its commas.
  const excess = boundsFault(measureJson(text));
  if (excess !== undefined) return { faults: [{ path: '', ...excess }] };
  let isExact = true;
  const check = (_: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === 'number' && !isKeptExactly(value, context?.source)) isExact = false;
    return value;
  };
  let value: unknown;
  try {
    // Few texts contain a number that could be too large, and checking every value takes time.
    value = JSON.parse(text, /\d{16}|\d[eE]\+?\d/.test(text) ? check : undefined);
  } catch {
    return { faults: [faultAt('', 'not_json')] };
  }
  if (!isExact) return { faults: [faultAt('', 'inexact_number')] };
  const faults = mayHoldSurrogate(text) ? surrogateFaults(value) : [];
  return faults.length === 0 ? { value } : { faults, faulty: value };
}

/** How many members and elements a JSON text has, and how deeply its brackets are nested. */
export type JsonSize = { readonly values: number; readonly depth: number };

const [quote, comma, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  34, 44, 91, 92, 93, 123, 125,
];

/** Counts in one pass over the text, without parsing it. For invalid JSON the counts mean nothing. */
export function measureJson(text: string): JsonSize {
  let [values, depth, deepest] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values++;
    else if (code === openBracket || code === openBrace) {
      values++;
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === closeBracket || code === closeBrace) {
      depth--;
      if (isEmptyBefore(text, at)) values--;
    }
  }
  return { values, depth: deepest };
}

/** Where the string ends that begins at a quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === backslash) escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}

/** Whether nothing but white space stands between a closing bracket and the opening one. */
function isEmptyBefore(text: string, close: number): boolean {
  let at = close - 1;
  while (text.charCodeAt(at) <= 32) at--;
  const code = text.charCodeAt(at);
  return code === openBracket || code === openBrace;
}

/** What is wrong with the size of a document; undefined if it is within the limits. */
export function boundsFault({ values, depth }: JsonSize): BrokenRule | undefined {
  const { documentValues, documentDepth } = limits;
  if (values > documentValues) return broken('too_many_values', { values, most: documentValues });
  if (depth > documentDepth) return broken('too_deep_document', { levels: depth, most: documentDepth });
  return undefined;
}

/** A large integer, most often an ID of another system, must come out with the same digits. */
function isKeptExactly(value: number, source = ''): boolean {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !/^-?\d+$/.test(source)) return Number.isFinite(value);
  return String(value) === source;
}

/** Most texts have no numeric escapes at all, which is quick to see. */
function mayHoldSurrogate(text: string): boolean {
  return (text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text)) || !text.isWellFormed();
}

/** A document full of faults must not get an endless response. */
const maxFaults = 100;

function surrogateFaults(value: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  const look = (text: string, path: readonly PropertyKey[], rule: 'not_unicode' | 'name_not_unicode') => {
    if (text.isWellFormed() || faults.length >= maxFaults) return;
    const [half = ''] = /\p{Surrogate}/u.exec(text) ?? [];
    const character = `\\u${half.charCodeAt(0).toString(16)}`;
    faults.push(faultAt(memberPath(path), rule, { character }));
  };
  const visit = (each: unknown, path: readonly PropertyKey[]): void => {
    if (typeof each === 'string') look(each, path, 'not_unicode');
    if (typeof each !== 'object' || each === null) return;
    for (const [name, member] of Object.entries(each)) {
      const place = [...path, Array.isArray(each) ? Number(name) : name];
      look(name, place, 'name_not_unicode');
      visit(member, place);
    }
  };
  visit(value, []);
  return faults;
}

/** The path of a member as messages name it: `values.sponsors[1].name`. */
export function memberPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '').slice(0, 200).toWellFormed();
}
