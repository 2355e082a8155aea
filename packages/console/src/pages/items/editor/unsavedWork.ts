import { type Document, type ItemVersion, isDocument, readItemVersion } from '../document/Document.ts';

/** Work that was not saved, and the version that it is based on. */
type UnsavedWork = {
  readonly at: number;
  readonly base: ItemVersion | undefined;
  readonly document: Document;
};

const prefix = 'newsstand-work:';

/** Keeps unsaved work in this browser, so that an accident or a closed tab costs nothing. */
export function storeWork(key: string, work: UnsavedWork, storage: Storage = localStorage): void {
  try {
    storage.setItem(prefix + key, JSON.stringify(work));
  } catch {
    // Storage is full or forbidden: the work is not kept, but leaving still asks.
  }
}

/** Reads unsaved work. */
export function readWork(key: string, storage: Storage = localStorage): UnsavedWork | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(prefix + key) ?? 'null');
    if (!isDocument(value)) return undefined;
    const { at, base, document } = value;
    if (typeof at !== 'number' || !isDocument(document)) return undefined;
    return { at, base: readItemVersion(base), document };
  } catch {
    return undefined;
  }
}

/** Removes unsaved work. */
export function clearWork(key: string, storage: Storage = localStorage): void {
  try {
    storage.removeItem(prefix + key);
  } catch {
    // Without storage, nothing was kept.
  }
}
