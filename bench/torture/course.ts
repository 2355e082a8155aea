import { seededRandom } from '../content.ts';
import { type Book, confirm, doubt, emptyBook, type Write } from './book.ts';
import type { Fault, FaultType } from './judge.ts';
import type { Owner, Random } from './plans.ts';
import type { Received } from './sendRequest.ts';
import type { Site } from './site.ts';
import type { Tally } from './tally.ts';

/** A tus upload, which is resumed after each kill. */
export type Upload = {
  readonly picture: Picture;
  /** The path; undefined until it is created. */
  path: string | undefined;
  /** The number of confirmed bytes. */
  offset: number;
};

/** A unique picture. */
export type Picture = { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string };

/** The state of the torture of one store. */
export type Course = {
  readonly site: Site;
  readonly random: Random;
  book: Book;
  readonly ledger: { confirmed: string[]; unclear: string[] };
  /** Of the current kill. */
  tally: Tally;
  /** How many writes each owner has planned. */
  readonly planned: Map<string, number>;
  /** The current upload of each owner. */
  readonly uploads: Map<string, Upload>;
  /** The keys that commands have created, by name. */
  readonly keys: Map<string, { readonly key: string; readonly secret?: string }>;
  /** Something is broken on purpose, so writes and commands may fail. */
  isHurt: boolean;
  /** Reports a fault as soon as it is found. */
  readonly onFault: (fault: Fault) => void;
};

export function newCourse(site: Site, seed: number, tally: Tally, onFault: Course['onFault']): Course {
  return {
    ...{ site, random: seededRandom(seed), book: emptyBook, tally, onFault, isHurt: false },
    ledger: { confirmed: [], unclear: [] },
    planned: new Map(),
    uploads: new Map(),
    keys: new Map(),
  };
}

/** A unique name for a write of an owner. */
export function nextStamp({ planned }: Course, owner: string): string {
  const number = (planned.get(owner) ?? 0) + 1;
  planned.set(owner, number);
  return `${owner}.${number}`;
}

/** An owner, for planning a write. */
export function ownerOf(course: Course, name: string, random: Random): Owner {
  return { name, book: course.book, random, stamp: nextStamp(course, name) };
}

/** Each owner has its own random numbers, so that the speed of one does not affect the others. */
export function ownRandom({ random }: Course): Random {
  return seededRandom(Math.floor(random() * 2 ** 32));
}

export function confirmed(course: Course, write: Write): void {
  course.book = confirm(course.book, write);
  course.tally.confirmed++;
}

export function unclear(course: Course, write: Write): void {
  course.book = doubt(course.book, write);
  course.tally.unclear++;
}

export function fault({ tally, onFault }: Course, type: FaultType, text: string): void {
  tally.faults.push({ type, text });
  onFault({ type, text });
}

/** While something is broken, everything is refused immediately; a short pause keeps the book small. */
const hurtPause = 30;

/** While nothing is broken, nothing may fail. False if the connection broke, because then it was killed. */
export async function failed(course: Course, what: string, response: Received | undefined): Promise<boolean> {
  if (response === undefined) return false;
  if (!course.isHurt)
    fault(course, 'disagreement', `${what} failed: ${response.status} ${response.text.slice(0, 500)}`);
  await Bun.sleep(hurtPause);
  return true;
}
