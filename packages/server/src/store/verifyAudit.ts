import { createHash } from 'node:crypto';
import {
  type AuditChain,
  chainStart,
  hashAudit,
  isLabelOf,
  type Pseudonym,
  pseudonymOf,
  pseudonymsIn,
  type StoredAudit,
} from './Audit.ts';

/** What is verified: a store, or what was exported from one. */
export type AuditSource = {
  readonly chain: AuditChain;
  readonly pseudonyms: readonly Pseudonym[];
  /** The oldest first; may be read again. */
  readonly entries: () => AsyncIterable<readonly StoredAudit[]>;
};

/** The first entry that is not as it was logged, and what has happened to it. */
export type AuditFault = {
  readonly number: number;
  readonly type: 'changed' | 'removed' | 'inserted' | 'reordered' | 'cut off' | 'renamed' | 'erased';
  readonly message: string;
};

/** The result: how many entries there are, and whether the given head is among them. */
export type AuditVerdict = {
  readonly entries: number;
  readonly fault?: AuditFault | undefined;
  readonly hasHead: boolean;
};

/** Follows the chain from its anchor to its head. `head` is the hash of an entry that was noted earlier. */
export async function verifyAudit(source: AuditSource, head?: string): Promise<AuditVerdict> {
  const { chain, pseudonyms, entries } = source;
  const people = new Map(pseudonyms.map((each) => [each.pseudonym, each]));
  const erasures = new Set<string>();
  let former = chain.anchor;
  let [count, hasHead] = [0, head === undefined || head === former.hash];
  for await (const batch of entries()) {
    for (const entry of batch) {
      const fault = chainFault(entry, former, chain) ?? personFault(entry, people);
      if (fault) return { entries: count, fault: await explainFault(source, entry, fault), hasHead };
      // Whoever did it is named too.
      const erased = entry.action === 'operator.erase' ? pseudonymsIn([{ ...entry, author: '' }]) : [];
      for (const each of erased) erasures.add(each);
      hasHead ||= head === entry.hash;
      former = entry;
      count++;
    }
  }
  const fault = endFault(former, chain) ?? pseudonymFault(chain, pseudonyms, erasures);
  return { entries: count, fault, hasHead };
}

type End = AuditChain['head'];

function chainFault(entry: StoredAudit, former: End, { head }: AuditChain): AuditFault | undefined {
  const { number } = entry;
  const next = former.number + 1;
  if (number > head.number || number < next) return fault(number, 'inserted');
  if (number > next) {
    const last = number - 1;
    const which = last === next ? `entry ${next} was` : `the entries ${next} to ${last} were`;
    return { number: next, type: 'removed', message: `${which} removed` };
  }
  if (hashAudit(former.hash, entry) !== entry.hash) return fault(number, 'changed');
  return undefined;
}

/** The details about a person are not in the chain themselves, so that they can be erased. */
function personFault(entry: StoredAudit, people: ReadonlyMap<string, Pseudonym>): AuditFault | undefined {
  const { number, personal, personalSha256 } = entry;
  const named = pseudonymsIn([entry]).map((each) => people.get(each));
  if (named.includes(undefined)) {
    return {
      number,
      type: 'renamed',
      message: `the operator whom entry ${number} names was removed from the log`,
    };
  }
  if (personal === null) {
    const isErased = named.some((person) => person?.label != null);
    if (personalSha256 === null || isErased) return undefined;
    return {
      number,
      type: 'erased',
      message: `details of entry ${number} were erased, but its operator was not`,
    };
  }
  const isSame = createHash('sha256').update(personal).digest('hex') === personalSha256;
  return isSame ? undefined : fault(number, 'changed');
}

function endFault(last: End, { head }: AuditChain): AuditFault | undefined {
  if (last.number < head.number) {
    const number = last.number + 1;
    const which =
      number === head.number ? `entry ${number} was` : `the entries ${number} to ${head.number} were`;
    return { number, type: 'cut off', message: `${which} cut off at the end` };
  }
  return last.hash === head.hash ? undefined : fault(last.number, 'changed');
}

/** A pseudonym is a hash of the name; without the name, its label tells it, and an entry must say who erased it. */
function pseudonymFault(
  { anchor }: AuditChain,
  pseudonyms: readonly Pseudonym[],
  erasures: ReadonlySet<string>,
): AuditFault | undefined {
  for (const { pseudonym, salt, operatorId, label } of pseudonyms) {
    const isErased = operatorId === null;
    // The entry may have been pruned.
    if (isErased && anchor.number === chainStart.number && !erasures.has(pseudonym)) {
      const message = `the name of ${label ?? pseudonym} was erased, and no entry says by whom`;
      return { number: 0, type: 'erased', message };
    }
    const isRight = isErased
      ? isLabelOf(label, pseudonym)
      : pseudonymOf(salt ?? '', operatorId) === pseudonym;
    if (isRight) continue;
    const shown = operatorId ?? label;
    const message = `the entries of ~${pseudonym} are shown as those of ${shown}, who did not make them`;
    return { number: 0, type: 'renamed', message };
  }
  return undefined;
}

function fault(number: number, type: 'changed' | 'inserted' | 'reordered'): AuditFault {
  const messages = {
    changed: `entry ${number} was changed`,
    inserted: `entry ${number} was inserted`,
    reordered: `entry ${number} is not in its place: entries were reordered`,
  };
  return { number, type, message: messages[type] };
}

/** An entry that does not fit may be right in another place, or the one after it may be. */
async function explainFault(source: AuditSource, entry: StoredAudit, found: AuditFault): Promise<AuditFault> {
  if (found.type !== 'changed') return found;
  const { number } = entry;
  const own = await placeOf(source, entry);
  if (own !== undefined && own > number) return fault(number, 'reordered');
  if (own !== undefined && own < number) {
    // It is a copy of the entry there, or that one has taken its place.
    const isCopy = (await entryAt(source, own))?.hash === entry.hash;
    return fault(isCopy ? number : own, 'inserted');
  }
  const next = await entryAt(source, number + 1);
  const place = next && (await placeOf(source, next));
  return place === number ? fault(number, 'inserted') : found;
}

/** The number at which an entry fits the chain, as it was before rows were moved; undefined if there is none. */
async function placeOf(source: AuditSource, entry: StoredAudit): Promise<number | undefined> {
  let former: End = source.chain.anchor;
  for await (const batch of source.entries()) {
    for (const each of batch) {
      const here = hashAudit(former.hash, { ...entry, number: former.number + 1 });
      // Either its hash has moved with it, or it has not.
      if (here === each.hash || here === entry.hash) return former.number + 1;
      // Of two neighbours that changed places, the former hash is that of the later one.
      const before = hashAudit(each.hash, { ...entry, number: entry.number + 1 });
      if (before === entry.hash) return entry.number + 1;
      former = each;
    }
  }
  return undefined;
}

async function entryAt({ entries }: AuditSource, number: number): Promise<StoredAudit | undefined> {
  for await (const batch of entries()) {
    const found = batch.find((each) => each.number === number);
    if (found) return found;
  }
  return undefined;
}
