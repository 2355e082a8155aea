import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import { openSqlite } from '../../store/sqlite/openSqlite.ts';
import { everything } from '../../store/testing/suite/samples.ts';
import { exportRecords } from '../export/exportRecords.ts';
import { ImportError } from '../ndjson/ImportError.ts';
import type { ImportOptions } from '../ndjson/ImportOptions.ts';
import { importRecords } from '../ndjson/importRecords.ts';
import { readLines } from '../ndjson/readLines.ts';

/** A line, or its literal text. */
export type TestLine = object | string;

type Choices = Partial<Pick<ImportOptions, 'now' | 'dryRun' | 'onProgress' | 'sources' | 'overwrites'>>;

/** A store and originals in their own folder, for one test. */
export async function openImportStore() {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const originals = openFolderOriginals(join(folder, 'kept'));
  const store = await openSqlite(join(folder, 'store.db'));
  const run = (lines: readonly TestLine[], choices: Choices = {}) =>
    importRecords({ store, originals, now: () => 1000, sources: [source(lines, folder)], ...choices });
  return {
    folder,
    originals,
    store,
    run,
    /** The faults of an import, as `line: message`. Fails if there are none. */
    faults: async (lines: readonly TestLine[], choices: Choices = {}): Promise<readonly string[]> => {
      const { faults } = await refusal(run(lines, choices));
      return faults.map(({ line, message }) => `${line}: ${message}`);
    },
    documents: async () =>
      (await everything(store)).records.map((record): unknown => JSON.parse(record.document)),
    exported: async (scope = {}) => {
      let text = '';
      const write = async (chunk: string) => {
        text += chunk;
      };
      const media = { url: 'https://example.com/media', key: 'k' };
      await exportRecords({ store, scope, media, now: 1000, write });
      return text;
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Lines as a source to import. */
export function source(lines: readonly TestLine[], folder: string | undefined, name = 'test.ndjson') {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return { name, folder, batches: readLines(chunks([new TextEncoder().encode(text)])) };
}

/** Bytes as a stream. */
export async function* chunks(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* list;
}

/** The `ImportError` of an import. */
export async function refusal(work: Promise<unknown>): Promise<ImportError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ImportError) return error;
  throw new Error('no ImportError was thrown', { cause: error });
}

const space = { projectId: 'acme', spaceId: 'web' };

/** One small, valid line of each kind. */
export const lines = {
  instance: { kind: 'instance', app: 'news', ...space, instanceId: 'press' },
  category: { kind: 'category', ...space, categoryId: 'c1', name: 'Products', alias: 'products' },
  tag: { kind: 'tag', ...space, tagId: 't1', name: 'Launch' },
  media: { kind: 'media', ...space, mediaId: 'm1', name: 'Cover', type: 'image' },
  news: {
    kind: 'news',
    ...space,
    instanceId: 'press',
    contentId: 'n1',
    name: 'Hello',
    status: 'published',
    values: { title: 'Hello', body: { text: '...' }, thumbnail: { mediaId: 'm1' } },
    category: { categoryId: 'c1' },
    tags: [{ tagId: 't1' }],
  },
  banner: {
    kind: 'banner',
    ...space,
    instanceId: 'top',
    contentId: 'b1',
    name: 'Sale',
    status: 'draft',
    values: { title: 'Sale', url: 'https://example.com', image: { mediaId: 'm1' } },
  },
} as const;

/** All of them. */
export const allLines: readonly object[] = Object.values(lines);
