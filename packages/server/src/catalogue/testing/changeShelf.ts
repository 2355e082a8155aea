import { runAtOnce } from '../../concurrency/timeSlices.ts';
import type { Shelf } from '../Shelf.ts';
import type { ShelfChange } from '../ShelfChange.ts';

/** Changes a shelf at once; returns the IDs of what readers may notice. */
export function changeShelf(
  shelf: Shelf,
  changes: readonly ShelfChange[],
  now = Infinity,
): readonly string[] {
  for (const change of changes) shelf.stage(change);
  runAtOnce(shelf.prepareStaged([{ field: 'publishedAt', descending: true }]));
  const shown = shelf.showStaged(now);
  const ids = runAtOnce(shown.ids());
  shown.retire();
  return ids;
}
