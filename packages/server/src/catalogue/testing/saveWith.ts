import { frameOf, type SavedArray, SavedArrays, type Saving } from '../snapshot/SavedArrays.ts';

/** A snapshot in memory, as it would stand in a file. */
export function createSnapshot() {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    /** Appends an array, and returns where it is. */
    put(array: SavedArray | undefined): number {
      if (array === undefined) return 0;
      const { before, after } = frameOf(array);
      const start = length + before.length;
      parts.push(before, Buffer.from(array.buffer, array.byteOffset, array.byteLength), after);
      length = start + array.byteLength + after.length;
      return start;
    },
    bytes: () => Uint8Array.from(Buffer.concat(parts)),
  };
}

/** Saves something to memory; `between` is called between two steps. */
export function saveWith(saving: Saving, between: () => void = () => {}): SavedArrays {
  const snapshot = createSnapshot();
  for (let step = saving.next(0); !step.done; ) {
    const start = snapshot.put(step.value);
    between();
    step = saving.next(start);
  }
  return new SavedArrays(snapshot.bytes());
}
