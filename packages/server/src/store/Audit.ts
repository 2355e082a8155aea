import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Who did what, to what, and when. */
export type AuditEntry = {
  readonly at: number;
  readonly by: string;
  readonly action: string;
  readonly projectId?: string | undefined;
  readonly target: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};

/** An entry with its number, which counts up without a gap, and its hash. */
export type AuditLine = AuditEntry & { readonly number: number; readonly hash: string };

/** Selects entries of the audit log, the newest first. Omitted members do not restrict it. */
export type AuditQuery = {
  readonly before?: number | undefined;
  readonly most: number;
  /** Only entries of these projects. */
  readonly projectIds?: readonly string[] | undefined;
  readonly by?: string | undefined;
  /** An action, as `news.put`, or all of a kind, as `news`. */
  readonly action?: string | undefined;
  /** Only targets that begin with this. */
  readonly target?: string | undefined;
  /** Only entries from this time on, and before that one. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Only entries that contain this text; ASCII letters match in either case. */
  readonly text?: string | undefined;
};

/**
 * An entry as it is stored. Operators are named by their pseudonyms, as in `~7f3a…` and `operators/~7f3a…`. `personal`
 * holds the details that tell something about a person; once it is erased, its hash remains.
 */
export type StoredAudit = {
  readonly number: number;
  readonly at: number;
  readonly author: string;
  readonly action: string;
  readonly projectId: string | null;
  readonly target: string;
  readonly details: string | null;
  readonly personal: string | null;
  readonly personalSha256: string | null;
  readonly hash: string;
};

/**
 * How the audit log names an operator: by a hash of their name and a random salt. Without the salt, nobody can tell
 * whose pseudonym it is: to erase somebody, both are dropped, and a label is shown instead of the name.
 */
export type Pseudonym = {
  readonly pseudonym: string;
  readonly salt: string | null;
  readonly operatorId: string | null;
  readonly label: string | null;
};

/** An end of the hash chain: the number of an entry, and its hash. */
export type ChainEnd = { readonly number: number; readonly hash: string };

/** Where the chain begins, after the entries that were pruned, and where it ends. */
export type AuditChain = { readonly anchor: ChainEnd; readonly head: ChainEnd };

/** Before the first entry. */
export const chainStart: ChainEnd = { number: 0, hash: '0'.repeat(64) };

/** The part of a snapshot that reads the audit log. */
export interface AuditReader {
  audit(query: AuditQuery): Promise<readonly AuditLine[]>;
  auditChain(): Promise<AuditChain>;
  pseudonyms(): Promise<readonly Pseudonym[]>;
  /** All entries as they are stored, the oldest first. */
  allAudit(): AsyncIterable<readonly StoredAudit[]>;
}

/** The part of a transaction that writes it. */
export interface AuditWriter {
  addAudit(...entries: readonly AuditEntry[]): Promise<void>;
  /** Copies from another store as it is, faults included. */
  copyAudit(entries: readonly StoredAudit[]): Promise<void>;
  copyAuditChain(chain: AuditChain, pseudonyms: readonly Pseudonym[]): Promise<void>;
  /** Removes the oldest entries, at most so many, as far as all of them are older than a given time. Returns how many. */
  pruneAudit(before: number, most: number): Promise<number>;
  /**
   * Removes an operator, unless that was done before, and replaces their name by a label, wherever it is stored; the
   * chain stays as it is. `name` is how others saw them. Returns the label, by which later entries refer to them.
   */
  eraseOperator(operatorId: string, name?: string): Promise<string>;
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex');

/** The pseudonym of an operator. */
export function pseudonymOf(salt: string, operatorId: string): string {
  return hex(`${salt}\n${operatorId}`).slice(0, 32);
}

/** The hash of an entry: SHA-256 of the former hash and all members, each with its length in bytes. */
export function hashAudit(former: string, entry: Omit<StoredAudit, 'hash' | 'personal'>): string {
  const { number, at, author, action, projectId, target, details, personalSha256 } = entry;
  const members = [former, `${number}`, `${at}`, author, action, projectId, target, details, personalSha256];
  return hex(
    members.map((member) => (member === null ? '-' : `${Buffer.byteLength(member)}:${member},`)).join(''),
  );
}

/** Whether a text names an operator, rather than a part of the service, which has a space in its name. */
function isOperatorName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._@+-]*$/.test(text) && text !== 'nobody';
}

const operatorTarget = /^operators\/([^/]+)/;

/** The names of operators that entries contain, or the labels of erased ones. */
export function namesIn(entries: readonly AuditEntry[]): readonly string[] {
  const names = entries.flatMap(({ by, target }) => [by, operatorTarget.exec(target)?.[1] ?? '']);
  return [...new Set(names)].filter((name) => isOperatorName(name) || isLabel(name));
}

/** A new pseudonym for an operator. */
export function newPseudonym(operatorId: string): Pseudonym {
  const salt = randomBytes(16).toString('hex');
  return { pseudonym: pseudonymOf(salt, operatorId), salt, operatorId, label: null };
}

const labelStart = 'former operator ';

function isLabel(name: string): boolean {
  return name.startsWith(labelStart);
}

/** How an erased operator is shown: by as much of the pseudonym as tells it from all others. */
export function labelOf(pseudonym: string, all: readonly Pseudonym[]): string {
  const others = all.filter((each) => each.pseudonym !== pseudonym);
  for (let digits = 4; ; digits++) {
    const start = pseudonym.slice(0, digits);
    if (digits >= 32 || others.every((other) => !other.pseudonym.startsWith(start)))
      return labelStart + start;
  }
}

/** Whether a label is one of a pseudonym, and not the name of somebody else. */
export function isLabelOf(label: string | null, pseudonym: string): boolean {
  return (
    label !== null && label.length >= labelStart.length + 4 && `${labelStart}${pseudonym}`.startsWith(label)
  );
}

/** The members of stored documents that name an operator. */
const namingMembers = [
  ...['changedBy', 'replacedBy', 'createdBy', 'proposedBy', 'closedBy', 'removedBy'],
  ...['by', 'author', 'operatorId'],
] as const;

/** What has to be replaced in a document, and by what, so that it names somebody by a label. */
export function renamings(
  operatorId: string,
  label: string,
): readonly (readonly [from: string, to: string])[] {
  return namingMembers.map((member) => [`"${member}":"${operatorId}"`, `"${member}":"${label}"`]);
}

/** The names of operators and their pseudonyms, in either direction. */
export type Names = {
  /** A name as it is stored; as it is if it is not known. */
  stored(name: string): string;
  /** A stored name as it is shown. */
  shown(stored: string): string;
};

/** Looks names up in some pseudonyms. */
export function namesBy(pseudonyms: readonly Pseudonym[]): Names {
  const byName = new Map(
    pseudonyms.map(({ pseudonym, operatorId, label }) => [operatorId ?? label, `~${pseudonym}`]),
  );
  const byPseudonym = new Map(
    pseudonyms.map(({ pseudonym, operatorId, label }) => [`~${pseudonym}`, operatorId ?? label]),
  );
  return {
    stored: (name) => byName.get(name) ?? name,
    shown: (stored) =>
      byPseudonym.get(stored) ?? (stored.startsWith('~') ? `${labelStart}${stored.slice(1, 9)}` : stored),
  };
}

/** A target with the names of operators exchanged. */
export function renamedTarget(target: string, rename: (name: string) => string): string {
  return target.replace(operatorTarget, (_, name: string) => `operators/${rename(name)}`);
}

/** The pseudonyms that stored entries contain. */
export function pseudonymsIn(entries: readonly StoredAudit[]): readonly string[] {
  const found = entries.flatMap(({ author, target }) => [author, operatorTarget.exec(target)?.[1] ?? '']);
  return [...new Set(found)].filter((name) => name.startsWith('~')).map((name) => name.slice(1));
}

/** The details that tell something about a person, whatever the action. */
const personalDetails: ReadonlySet<string> = new Set(['address', 'email', 'userAgent', 'issuer', 'subject']);

/** What operators call their own things, such as tokens, may tell who they are too, and so may what a mail server says. */
function isPersonal(key: string, target: string): boolean {
  return personalDetails.has(key) || ((key === 'name' || key === 'error') && target.startsWith('operators/'));
}

/** Entries as they are stored, each chained to the one before it. */
export function sealAudit(
  entries: readonly AuditEntry[],
  head: ChainEnd,
  names: Names,
): readonly StoredAudit[] {
  let { number, hash } = head;
  return entries.map(({ at, by, action, projectId, target, details = {} }) => {
    const members = Object.entries(details).filter(([, value]) => value !== undefined);
    const own = members.filter(([key]) => isPersonal(key, target));
    const others = members.filter(([key]) => !isPersonal(key, target));
    const personal = own.length === 0 ? null : encodePersonal(Object.fromEntries(own));
    const entry = {
      number: ++number,
      ...{ at, author: names.stored(by), action, projectId: projectId ?? null },
      target: renamedTarget(target, names.stored),
      details: others.length === 0 ? null : JSON.stringify(Object.fromEntries(others)),
      personal,
      personalSha256: personal === null ? null : hex(personal),
    };
    hash = hashAudit(hash, entry);
    return { ...entry, hash };
  });
}

/** Where the members begin in what `encodePersonal` writes, after the salt; the first character is 1. */
export const personalStart = 37;

/** With a salt: there are so few addresses that each of them could be tried. */
function encodePersonal(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([randomBytes(16).toString('hex'), members]);
}

const detailsSchema = z.record(z.string(), z.unknown());
const personalSchema = z.tuple([z.string(), detailsSchema]);

/** A stored entry as it is shown. */
export function openAudit(row: StoredAudit, names: Names): AuditLine {
  const { number, at, author, action, projectId, target, hash } = row;
  const details = {
    ...(row.details !== null && detailsSchema.parse(JSON.parse(row.details))),
    ...(row.personal !== null && personalSchema.parse(JSON.parse(row.personal))[1]),
  };
  return {
    ...{ number, at, by: names.shown(author), action },
    ...(projectId === null ? {} : { projectId }),
    target: renamedTarget(target, names.shown),
    ...(Object.keys(details).length > 0 && { details }),
    hash,
  };
}

/** An entry as stores held it before there was a chain. */
export type FormerAudit = Omit<AuditEntry, 'projectId' | 'details'> & {
  readonly number: number;
  readonly projectId: string | null;
  readonly details: string | null;
};

/** Reads such an entry. */
export function formerEntry({ at, by, action, projectId, target, details }: FormerAudit): AuditEntry {
  return {
    ...{ at, by, action, projectId: projectId ?? undefined, target },
    details: details === null ? undefined : detailsSchema.parse(JSON.parse(details)),
  };
}

/** ASCII letters in lower case, as both engines compare them. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A text as JSON contains it. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The upper bound, by code points, of texts that begin with this one. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** The range of the actions that a query asks for. */
export function actionRange(action: string): readonly [from: string, until: string] {
  return action.includes('.') ? [action, `${action}\u0001`] : [`${action}.`, `${action}/`];
}
