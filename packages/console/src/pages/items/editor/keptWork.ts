import { type Document, isDocument, type Kept, keptIn } from '../document/Document.ts';

/** Work that was not saved: what it began from, and what it came to. */
type KeptWork = { readonly at: number; readonly base: Kept | undefined; readonly document: Document };

const prefix = 'newsstand-work:';

/** Keeps unsaved work for as long as the tab lives, so that an accident costs nothing. */
export function keepWork(key: string, work: KeptWork, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(prefix + key, JSON.stringify(work));
  } catch {
    // Full, or forbidden: then it is not kept, and leaving still asks.
  }
}

/** Unsaved work that was kept. */
export function readWork(key: string, storage: Storage = sessionStorage): KeptWork | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(prefix + key) ?? 'null');
    if (!isDocument(value)) return undefined;
    const { at, base, document } = value;
    if (typeof at !== 'number' || !isDocument(document)) return undefined;
    return { at, base: keptIn(base), document };
  } catch {
    return undefined;
  }
}

/** Forgets unsaved work. */
export function forgetWork(key: string, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(prefix + key);
  } catch {
    // Nothing was kept either.
  }
}
