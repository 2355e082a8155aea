import type { Env } from 'markdown-it';
import type { ShortcodeFate } from '../../ImportSummary.ts';
import type { ShortcodeFates } from '../../shared/html/shortcodeMarks.ts';
import type { IsNote } from '../findNotes.ts';

/** What a document is written in. */
export type Dialect = {
  readonly isMdx: boolean;
  /** Whether it is read by Kramdown, the Markdown of Jekyll. */
  readonly isKramdown: boolean;
  readonly isNote: IsNote;
  /** The path below which the site was, `/blog`, which tags of Liquid put before others; default: the root of its host. */
  readonly base?: string | undefined;
  readonly shortcodes?: ShortcodeFates | undefined;
};

/** What was met in a document, for the report. */
export type Met = {
  /** Shortcodes that are unknown, without their end tags. */
  readonly shortcodes: { readonly name: string; readonly text: string; readonly fate: ShortcodeFate }[];
  /** Expressions of MDX that are no text. */
  readonly expressions: Set<string>;
  /** Components of MDX that have neither text nor pictures. */
  readonly components: Set<string>;
  /** MDX that cannot be parsed. */
  readonly broken: Set<string>;
};

/** A document that is being read. */
export type Reading = {
  readonly dialect: Dialect;
  readonly met: Met;
  /** Whether shortcodes are text, between `{% raw %}` and `{% endraw %}`. */
  isRaw: boolean;
  /** The names of unknown shortcodes that may be enclosing text, and in Zola the order in which they began. */
  readonly begun: Set<string>;
  readonly open: string[];
  /** What ends the comment that the following blocks are in. */
  hiddenUntil: RegExp | undefined;
  /** The last block that contains `%%`. */
  lastPercents: number;
  /** The block that is being read. */
  block: number;
  /** The last position of each end tag in the text that was searched last. */
  readonly lastEnds: Map<string, { readonly text: string; readonly at: number }>;
  /** The paths of imported files by name, in MDX. */
  readonly imports: Map<string, string>;
  /** How many characters may still be searched for the ends of expressions: hostile text takes linear time. */
  searches: number;
};

const readings = new WeakMap<Env, Reading>();

/** Starts to read a document. */
export function startReading(dialect: Dialect): { readonly env: Env; readonly reading: Reading } {
  const env = {};
  const met: Met = {
    shortcodes: [],
    ...{ expressions: new Set<string>(), components: new Set<string>(), broken: new Set<string>() },
  };
  const reading: Reading = {
    ...{
      dialect,
      met,
      isRaw: false,
      begun: new Set(),
      open: [],
      hiddenUntil: undefined,
      lastPercents: -1,
      block: 0,
    },
    ...{ lastEnds: new Map(), imports: new Map(), searches: 1_000_000 },
  };
  readings.set(env, reading);
  return { env, reading };
}

export function readingOf(env: Env): Reading {
  const reading = readings.get(env);
  if (reading === undefined) throw new Error('this document was not started with startReading');
  return reading;
}
