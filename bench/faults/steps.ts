import type { Reader, RecordKey, StoredRecord, Writer } from '../../packages/server/src/store/Store.ts';
import { instanceId, newsId, scope, seededRandom } from '../content.ts';
import { beaconId } from './questions.ts';

/** One transaction of the writer. Done twice, it is the same as done once. */
export type Plan = {
  readonly step: number;
  readonly action: 'change' | 'make' | 'delete';
  readonly id: string;
  /** What is confirmed with it. */
  readonly outcome: readonly (readonly [id: string, name: string | null])[];
};

/** Changes most of the time, now and then makes an item, and deletes some that were made. */
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

/** How far the store is. */
export async function stepNow(reader: Reader): Promise<number> {
  const beacon = await reader.find(keyOf(beaconId));
  return Number(/"name":"step (\d+)"/.exec(beacon?.document ?? '')?.[1] ?? 0);
}

/** False where it had been taken already, by an attempt that seemed to have failed. */
export async function takeStep(writer: Writer, { step, action, id }: Plan): Promise<boolean> {
  if ((await stepNow(writer)) >= step) return false;
  const name = `step ${step}`;
  const sample = await writer.find(keyOf(newsId(1)));
  if (sample === undefined) throw new Error('there is nothing to write after');
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

/** Where it becomes another item it has no alias: that belongs to one only. */
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
