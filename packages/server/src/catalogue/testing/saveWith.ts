import { type SavedArray, SavedArrays, SavedParts, type Saving } from '../snapshot/SavedArrays.ts';

/** A snapshot in memory, as it would stand in a file. */
export function createSnapshot() {
  const parts = new SavedParts();
  return {
    /** Appends an array, and returns where it is. */
    put: (array: SavedArray | undefined): number => (array === undefined ? 0 : parts.add(array)),
    bytes: () => Uint8Array.from(Buffer.concat(parts.take())),
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
