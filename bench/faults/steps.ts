import type { Reader, RecordKey, StoredRecord, Writer } from '../../packages/server/src/store/Store.ts';
import { instanceId, newsId, scope, seededRandom } from '../content.ts';
import { beaconId } from './readerRequests.ts';

/** One transaction of the writer. It is idempotent. */
export type Plan = {
  readonly step: number;
  readonly action: 'change' | 'make' | 'delete';
  readonly id: string;
  /** The state that it confirms. */
  readonly outcome: readonly (readonly [id: string, name: string | null])[];
};

/** Mostly changes an item, and sometimes creates one or deletes one of those. */
export function planStep(step: number, items: number, book: ReadonlyMap<string, string | null>): Plan {
  const random = seededRandom(step);
  const name = `step ${step}`;
  const outcome = (id: string, now: string | null) => [[beaconId, name] as const, [id, now] as const];
  const share = random();
  if (share < 0.2) {
    const id = `x${step}`;
    return { step, action: 'make', id, outcome: outcome(id, name) };
  }
  const made = [...book].filter(([id, now]) => id.startsWith('x') && now !== null);
  const [oldest] = made;
  if (share < 0.35 && oldest !== undefined) {
    return { step, action: 'delete', id: oldest[0], outcome: outcome(oldest[0], null) };
  }
  const id = newsId(Math.floor(random() * items));
  return { step, action: 'change', id, outcome: outcome(id, name) };
}

/** The last step in the store. */
export async function stepNow(reader: Reader): Promise<number> {
  const beacon = await reader.find(keyOf(beaconId));
  return Number(/"name":"step (\d+)"/.exec(beacon?.document ?? '')?.[1] ?? 0);
}

/** Returns false if the step was already done by an attempt that seemed to have failed. */
export async function takeStep(writer: Writer, { step, action, id }: Plan): Promise<boolean> {
  if ((await stepNow(writer)) >= step) return false;
  const name = `step ${step}`;
  const sample = await writer.find(keyOf(newsId(1)));
  if (sample === undefined) throw new Error('there is no item to copy');
  await writer.putRecord(named(sample, beaconId, name));
  if (action === 'delete') await writer.removeRecord(keyOf(id));
  else {
    const record = action === 'make' ? sample : await writer.find(keyOf(id));
    if (record === undefined) throw new Error(`there is no item ${id}`);
    await writer.putRecord(named(record, id, name));
  }
  return true;
}

/** The key of a news item. */
export function keyOf(id: string): RecordKey {
  return { kind: 'news', ...scope, instanceId, id };
}

/** A copy has no alias, because an alias is unique. */
function named({ alias, ...record }: StoredRecord, id: string, name: string): StoredRecord {
  const item: { alias?: string; values: object } = JSON.parse(record.document);
  const isSame = record.id === id;
  if (!isSame) delete item.alias;
  const changed = {
    ...item,
    contentId: id,
    name,
    values: { ...item.values, title: name },
    updatedAt: Date.now(),
  };
  return { ...record, id, ...(isSame && { alias }), document: JSON.stringify(changed) };
}
