import { isObject } from '@newsstand/contract';
import { parseIsoDate } from '../text/parseIsoDate.ts';
import { isGroup, type Meaning, meaningOf } from './hidingNames.ts';
import { type Saying, type Scalar, sayingOf } from './hidingValues.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What else is known about a document. */
export type Viewing = {
  /** A date of publication after it has yet to come. */
  readonly now: number;
  readonly timeZone: string;
  /** Fields of its type without which a document is not clearly public; see `needsValue`. */
  readonly needed?: readonly string[] | undefined;
  /** The field with the date on which it is published: it becomes public then, so that date hides nothing. */
  readonly date?: string | undefined;
  /** Whether that date has yet to come, so that the document may be marked as scheduled. */
  readonly isAhead?: boolean | undefined;
  /** Fields with texts that readers see, such as its title and its labels. */
  readonly shown?: ReadonlySet<string | undefined> | undefined;
};

/**
 * Why a document is not clearly public, by the fields that its authors gave it: `field 公開範囲 is 会員限定`. Undefined if no
 * field hides it. This is the one rule for all systems, besides what a system itself says about drafts.
 */
export function hiddenBy(fields: Fields, viewing: Viewing): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const why = whyHidden(name, value, viewing, deepest);
    if (why !== undefined) return why;
  }
  const missing = viewing.needed?.find((name) => fields[name] === undefined);
  return missing === undefined ? undefined : told(missing, []);
}

/** Whether a document can be public by such a field, so that without it, others being so, it is not: `approved`, `status`. */
export function needsValue(name: string): boolean {
  const meaning = meaningOf(name);
  return (
    meaning !== undefined &&
    !meaning.isVague &&
    (meaning.as === 'shows' || meaning.as === 'state' || meaning.as === 'names')
  );
}

/** When a document ceases to be public, if one of its fields says so. */
export function endOf(fields: Fields, { timeZone }: Pick<Viewing, 'timeZone'>): number | undefined {
  const ends = Object.entries(fields).flatMap(([name, value]) =>
    meaningOf(name)?.as === 'ends' ? (timestampOf(value, timeZone) ?? []) : [],
  );
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Groups within groups. */
const deepest = 4;

function whyHidden(name: string, value: unknown, viewing: Viewing, depth: number): string | undefined {
  const known = meaningOf(name);
  // The label of an article may well be `Internal affairs`.
  const meaning = known?.isVague && viewing.shown?.has(name) ? undefined : known;
  const inner = depth > 0 && (isGroup(name) || meaning !== undefined) ? groupsIn(value) : [];
  for (const group of inner)
    for (const [each, own] of Object.entries(group)) {
      const why = whyHidden(each, own, { ...viewing, shown: undefined }, depth - 1);
      if (why !== undefined) return why.replace('field ', `field ${name}.`);
    }
  // A group that says in its own fields that all may read needs no value besides.
  if (inner.some((group) => Object.keys(group).some((each) => meaningOf(each)?.isVague === false)))
    return undefined;
  const scalars = scalarsIn(value, depth);
  const isHidden =
    meaning === undefined
      ? scalars.some((each) => saysByItself(each, viewing.shown?.has(name) ?? false))
      : hides(name, meaning, scalars, value, viewing);
  return isHidden ? told(name, meaning?.as === 'password' ? ['set'] : scalars) : undefined;
}

function hides(
  name: string,
  { as, isVague }: Meaning,
  scalars: readonly Scalar[],
  value: unknown,
  { now, timeZone, date, isAhead }: Viewing,
): boolean {
  const sayings = scalars.map(sayingOf);
  const isSaid = (...some: readonly Saying[]) => sayings.some((each) => some.includes(each));
  if (isSaid('hiding')) return true;
  switch (as) {
    case 'password':
      return scalars.some((each) => each !== false);
    case 'hides':
      if (isVague) return isSaid('on', 'hidingApart', 'hidingThere');
      return sayings.some((each) => each !== 'off' && each !== 'open');
    case 'shows': {
      if (isVague) return isSaid('off', 'hidingApart', 'hidingThere');
      const timestamp = timestampOf(value, timeZone);
      if (timestamp !== undefined) return timestamp > now && name !== date;
      // The date of an article may be missing, or written in words, with a year.
      if (name === date) return scalars.some((each) => !isYear(each) && !isOpen(each));
      return scalars.length === 0 || !scalars.every(isOpen);
    }
    case 'state': {
      if (isVague) return isSaid('hidingApart', 'hidingThere');
      const isShown = (each: Scalar) => {
        const saying = sayingOf(each);
        if (saying === 'planned') return isAhead === true;
        // Nobody knows what a number means.
        return saying === 'open' || (saying === 'on' && each !== 1 && each !== '1');
      };
      return scalars.length === 0 || !scalars.every(isShown);
    }
    case 'starts': {
      const timestamp = timestampOf(value, timeZone);
      if (timestamp !== undefined) return timestamp > now && name !== date;
      return isSaid('on', 'hidingApart', 'hidingThere');
    }
    case 'names':
      return scalars.length === 0 || isSaid('off', 'hidingApart', 'hidingThere');
    case 'ends': {
      const timestamp = timestampOf(value, timeZone);
      if (timestamp !== undefined) return timestamp <= now;
      return sayings.some((each) => each !== 'off' && each !== 'open');
    }
  }
}

function isYear(value: Scalar): boolean {
  return typeof value === 'string' && /(19|20)\d\d/.test(value);
}

/** Whether a value of a field such as `public` or `published` says so. */
function isOpen(value: Scalar): boolean {
  const saying = sayingOf(value);
  return saying === 'on' || saying === 'open';
}

function saysByItself(value: Scalar, isShown: boolean): boolean {
  if (typeof value !== 'string') return false;
  const saying = sayingOf(value);
  return saying === 'hiding' || (saying === 'hidingApart' && !isShown);
}

/** The objects in a value, other than documents and files. */
function groupsIn(value: unknown): readonly Fields[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject).filter((each) => !isDocument(each));
}

const marks = ['id', '_id', '_ref', 'sys', '__document', '__file', '__id'];

function isDocument(value: Fields): boolean {
  return marks.some((mark) => Object.hasOwn(value, mark));
}

/** What a choice may be written as: `{ label: 'Members', value: 'members' }`. */
const labels = ['value', 'label', 'name', 'title', 'key', 'code', 'slug', 'text'];

/** The texts, numbers and truth values in a value; none if it is empty. */
function scalarsIn(value: unknown, depth: number): readonly Scalar[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  // In YAML, a list may contain itself.
  if (depth === 0) return [{ other: true }];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => scalarsIn(each, depth - 1));
  if (!isObject(value)) return [{ other: true }];
  const inner = labels.flatMap((name) => scalarsIn(value[name], depth - 1));
  return inner.length === 0 ? [{ other: true }] : inner;
}

/** Milliseconds since 1973, a date in ISO 8601, or a date of YAML or TOML. */
function timestampOf(value: unknown, timeZone: string): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Temporal.Instant) return value.epochMilliseconds;
  if (typeof value === 'number' && value > 1e11) return value;
  const isWritten =
    typeof value === 'string' ||
    value instanceof Temporal.PlainDate ||
    value instanceof Temporal.PlainDateTime;
  return isWritten ? parseIsoDate(value.toString(), timeZone) : undefined;
}

const longestTold = 40;

function told(name: string, scalars: readonly Scalar[]): string {
  const words = scalars
    .slice(0, 5)
    .map((each) => (typeof each === 'object' ? 'of an unknown form' : String(each)));
  const text = words.join(', ').replaceAll(/\s+/g, ' ').trim();
  const cut = text.length > longestTold ? `${text.slice(0, longestTold)}…` : text;
  return `field ${name} is ${cut === '' ? 'empty' : cut}`;
}
