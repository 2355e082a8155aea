import { z } from 'zod';
import { limits } from './limits.ts';
import { breaks, type Rule, type ValuesOf } from './rules.ts';
import { isWebAddress, webAddressPattern } from './urls.ts';

/** Counts characters as people do: by Unicode code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** U+FF9E and U+FF9F are not marks themselves, but NFKC turns them into marks. */
const tooManyMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/**
 * A text that can be normalised in linear time. Putting the marks on one letter into order takes the square of their
 * number; no language needs more than a few, and Unicode's stream-safe text format draws the line at 30 too.
 */
export function limitMarks(text: string): string {
  return text.replace(tooManyMarks, '$1');
}

/** A single or double dot has another meaning in a path, so such an ID could not be reached. */
const idPattern = new RegExp(`^(?!\\.{1,2}$)[A-Za-z0-9._~-]{1,${limits.idCharacters}}$`);

/** An ID of anything: project, space, instance, content, media, category, tag. */
export const id = matching(z.string(), idPattern, 'not_id', { most: limits.idCharacters });

/** No control characters; written so that it means the same with and without the flag `u`, which not every tool sets. */
const noControl = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** An alias. A filter that takes an ID or an alias accepts the same texts. */
export const alias = z
  .string()
  .refine(isAlias, breaks('not_alias', { most: limits.aliasCharacters }))
  .meta({ minLength: 1, maxLength: limits.aliasCharacters, pattern: noControl.source });

/** Whether a text is an ID. */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** The common case: printable ASCII, one code unit per character. */
const plainAlias = new RegExp(`^[ -~]{1,${limits.aliasCharacters}}$`);

/** Whether a text may be an alias. */
export function isAlias(text: string): boolean {
  if (plainAlias.test(text)) return true;
  if (text.length === 0 || text.length > limits.aliasCharacters * 2) return false;
  return noControl.test(text) && text.isWellFormed() && countCharacters(text) <= limits.aliasCharacters;
}

/** A moment: integer milliseconds since the Unix epoch, UTC. */
export const timestamp = z
  .number()
  .refine(Number.isSafeInteger, breaks('not_time'))
  .min(limits.timestamp.min)
  .max(limits.timestamp.max)
  .meta({ type: 'integer', format: 'int64' });

/** A name, a title or what else is one line. More characters are stored only from before there was a limit. */
export const line = z.string().meta({ mostCharacters: limits.nameCharacters });

/** An absolute web address, written with the characters that RFC 3986 allows. */
export const uri = z
  .string()
  .refine(isWebAddress, breaks('not_url'))
  .meta({ format: 'uri', pattern: webAddressPattern.source, mostCharacters: limits.addressCharacters });

/** Without control characters: a terminal would obey them, and not every store can hold them. */
export function withoutControl(text: z.ZodString) {
  return matching(text, noControl, 'control_characters');
}

/** Text of this form. Unlike a `regex` of the schema, it says which rule is broken. */
export function matching<R extends Rule>(
  text: z.ZodString,
  pattern: RegExp,
  rule: R,
  ...values: ValuesOf<R>
) {
  return text.refine((each) => pattern.test(each), breaks(rule, ...values)).meta({ pattern: pattern.source });
}

/** A name that people choose: one line. */
export const shortText = withoutControl(z.string().trim().min(1).max(100));

/** As in HTML: what mail servers in use accept, without comments, quotes and characters beyond ASCII. */
const emailPattern =
  /^(?=.{3,254}$)(?=.{1,64}@)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** Whether a text is an e-mail address. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}

/** An e-mail address. */
export const email = z
  .string()
  .trim()
  .refine(isEmail, breaks('not_email'))
  .meta({ format: 'email', maxLength: 254 });

/** The candidate that a misspelt name most probably means, if one is near enough. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions and replacements that turn one text into another. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
