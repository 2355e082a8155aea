import { SavedArrays, type Saving, savedBytes } from '../snapshot/SavedArrays.ts';

/** Saves something to memory; `between` is called between two steps. */
export function saveWith(saved: { save(): Saving }, between: () => void = () => {}): SavedArrays {
  const arrays: Buffer[] = [];
  for (const array of saved.save()) {
    arrays.push(savedBytes(array));
    between();
  }
  return new SavedArrays(Uint8Array.from(Buffer.concat(arrays)));
}
