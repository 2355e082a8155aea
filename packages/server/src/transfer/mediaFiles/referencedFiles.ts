import { hashOf } from '../../media/mediaDocument.ts';
import type { Bookmark, Changes, Store } from '../../store/Store.ts';
import { filesOf, mediaRecords } from '../copy/copyMediaFiles.ts';

/** The files that the records of a store refer to, by hash. */
export type ReferencedFiles = {
  has(fileName: string): boolean;
  /** Adds what was written since. Lost references remain, so this may hold too many, never too few. */
  catchUp(): Promise<void>;
};

/** Reads which files records refer to. */
export async function readReferencedFiles(store: Store): Promise<ReferencedFiles> {
  const hashes = new Set<string>();
  const add = (document: string) => {
    for (const name of filesOf({ document })) hashes.add(hashOf(name));
  };
  let bookmark = await readAll();

  function readAll(): Promise<Bookmark> {
    return store.read(async (reader) => {
      for await (const records of mediaRecords(reader)) for (const { document } of records) add(document);
      return await reader.bookmark();
    });
  }

  async function take({ bookmarks, batches }: Changes): Promise<void> {
    for await (const batch of batches) {
      for (const change of batch) {
        if (change.type === 'record' && change.key.kind === 'media' && change.record !== undefined)
          add(change.record.document);
      }
    }
    bookmark = bookmarks.at(-1) ?? bookmark;
  }

  return {
    has: (fileName) => hashes.has(hashOf(fileName)),
    async catchUp() {
      const outcome = await store.changesAfter(bookmark, take);
      if (outcome === 'behind') throw new Error('the store is a copy that lags');
      if (outcome === 'unknown') bookmark = await readAll();
    },
  };
}
