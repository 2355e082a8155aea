/** Indexes very many texts beside the thread that delivers. */
import { serveTasks } from '../../concurrency/openTaskThread.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { SavedParts } from '../snapshot/SavedArrays.ts';
import { InvertedIndex } from './InvertedIndex.ts';
import { postingSlots } from './Postings.ts';

/** Texts of a shard: their slots as 16-bit numbers, and of each twice its length, plus one if it is wide; all as bytes. */
export type PackedTexts = {
  readonly slots: Uint8Array;
  readonly heads: Uint8Array;
  readonly bytes: Uint8Array;
};

/** How many texts are added together. */
const addedAtOnce = 4096;

const tasks = {
  /** Indexes of some texts each, as they are saved. */
  index: (parts: readonly PackedTexts[]): readonly Uint8Array[] => parts.map(indexOf),
};

function indexOf(packed: PackedTexts): Uint8Array {
  const slots = Uint32Array.from(new Uint16Array(packed.slots.buffer));
  const heads = new Uint32Array(packed.heads.buffer);
  const texts = Buffer.from(packed.bytes.buffer);
  /** By slot: where its text begins, and its head. */
  const starts = new Uint32Array(postingSlots);
  const headOf = new Uint32Array(postingSlots);
  let start = 0;
  for (const [index, slot] of slots.entries()) {
    const head = heads[index] ?? 0;
    starts[slot] = start;
    headOf[slot] = head;
    start += head >>> 1;
  }
  const textOf = (slot: number): string => {
    const [from = 0, head = 0] = [starts[slot], headOf[slot]];
    return texts.toString((head & 1) === 0 ? 'latin1' : 'utf16le', from, from + (head >>> 1));
  };
  const index = new InvertedIndex();
  for (let from = 0; from < slots.length; from += addedAtOnce)
    runAtOnce(index.add(slots.slice(from, from + addedAtOnce), textOf));
  return savedBytes(index);
}

/** In a buffer of its own, which is handed over rather than copied. */
function savedBytes(index: InvertedIndex): Uint8Array {
  const parts = new SavedParts();
  const saving = index.save();
  for (let step = saving.next(0), start = 0; !step.done; step = saving.next(start))
    if (step.value !== undefined) start = parts.add(step.value);
  const bytes = new Uint8Array(parts.pending);
  let at = 0;
  for (const part of parts.take()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What the thread can be asked for. */
export type IndexTasks = typeof tasks;

serveTasks(tasks);
