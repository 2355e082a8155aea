import { type Document, type ItemVersion, isDocument, readItemVersion } from '../document/Document.ts';

/** Work that was not saved, and the version that it is based on. */
export type UnsavedWork = {
  readonly at: number;
  readonly base: ItemVersion | undefined;
  readonly document: Document;
  /** Earlier copies that this one contains. */
  readonly replaces?: readonly string[];
};

/** Unsaved work as it is kept in this browser: every page keeps a copy of its own. */
export type KeptCopy = UnsavedWork & { readonly id: string };

const prefix = 'newsstand-work:';

/** Under what the copies of an item are kept: they belong to their operator. */
export function workKey(operatorId: string, path: string): string {
  return `${operatorId}:${path}`;
}

/** The name of a copy in the storage. Earlier versions kept a single copy, without an ID. */
function nameOf(key: string, id: string): string {
  return prefix + key + (id === '' ? '' : `#${id}`);
}

/** An ID for a copy. */
export function newCopyId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/**
 * Keeps unsaved work in this browser, so that an accident or a closed tab costs nothing. Returns false if the storage is
 * full or forbidden.
 */
export function storeWork(
  key: string,
  id: string,
  work: UnsavedWork,
  storage: Storage = localStorage,
): boolean {
  try {
    storage.setItem(nameOf(key, id), JSON.stringify(work));
    return true;
  } catch {
    return false;
  }
}

/** Reads all copies of unsaved work, the oldest first, without those that another one contains. */
export function readCopies(key: string, storage: Storage = localStorage): readonly KeptCopy[] {
  try {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    const copies = names
      .filter((name) => name === nameOf(key, '') || name.startsWith(`${nameOf(key, '')}#`))
      .flatMap((name) => readCopy(name.slice(nameOf(key, '').length + 1), storage.getItem(name)));
    const replaced = new Set(copies.flatMap(({ replaces = [] }) => replaces));
    return copies.filter(({ id }) => !replaced.has(id)).sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

function readCopy(id: string, text: string | null): readonly KeptCopy[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isDocument(value)) return [];
    const { at, base, document, replaces } = value;
    if (typeof at !== 'number' || !isDocument(document)) return [];
    const contained = Array.isArray(replaces) ? replaces.filter((each) => typeof each === 'string') : [];
    return [{ ...{ id, at, document }, base: readItemVersion(base), replaces: contained }];
  } catch {
    return [];
  }
}

/** Removes a copy of unsaved work. */
export function clearWork(key: string, id: string, storage: Storage = localStorage): void {
  try {
    storage.removeItem(nameOf(key, id));
  } catch {
    // Without storage, nothing was kept.
  }
}
