import { expect, test } from 'bun:test';
import { serveReferenced } from './createMediaServer.ts';
import { type MediaResponse, mediaProblems } from './MediaResponse.ts';
import { patient } from './testing/everyFile.ts';

const caching = { maxAgeSeconds: 86_400, cdnMaxAgeSeconds: 0 };
const reply = { status: 200, headers: 'etag: "a"\r\n', body: new Uint8Array(3) };

/** Files that are referenced or not; changes become visible only by a refresh. */
function namedFiles(...named: readonly string[]) {
  const known = new Set(named);
  const pending = new Set<string>();
  let refreshes = 0;
  return {
    known,
    pending,
    refreshes: () => refreshes,
    keyOf: (hash: string) => (known.has(hash) ? `file/space/${hash}` : undefined),
    async refresh() {
      refreshes++;
      for (const hash of pending) known.add(hash);
    },
  };
}

function linesOf(outcome: MediaResponse): string {
  return 'code' in outcome ? outcome.code : outcome.headers;
}

test('a referenced file is served at once, with its cache headers and surrogate keys', () => {
  const files = namedFiles('a');
  const outcome = serveReferenced(files, caching)('a', () => reply)(patient);
  if (outcome instanceof Promise) throw new Error('it was waited for');
  expect(linesOf(outcome)).toBe(
    'etag: "a"\r\n' +
      'cache-control: public, max-age=86400, s-maxage=60, immutable\r\n' +
      'surrogate-key: file/space file/space/a\r\n',
  );
  expect(files.refreshes()).toBe(0);
});

test('only shared caches that can be purged may cache for longer', async () => {
  const linesWith = async (settings: typeof caching) =>
    linesOf(await serveReferenced(namedFiles('a'), settings)('a', () => reply)(patient));
  expect(await linesWith({ maxAgeSeconds: 86_400, cdnMaxAgeSeconds: 500 })).toContain(
    'cdn-cache-control: max-age=500\r\nsurrogate-control: max-age=500\r\n',
  );
  expect(await linesWith({ maxAgeSeconds: 0, cdnMaxAgeSeconds: 0 })).toContain('max-age=0, s-maxage=0');
});

test('an unreferenced file is not looked up, unless a record has just been written', async () => {
  const files = namedFiles();
  let asked = 0;
  const answer = serveReferenced(files, caching)('a', () => {
    asked++;
    return reply;
  });
  expect(await answer(patient)).toBe(mediaProblems.notFound);
  expect([asked, files.refreshes()]).toEqual([0, 1]);
  files.pending.add('a');
  expect(await answer(patient)).toMatchObject({ status: 200 });
});

test('problems are passed on unchanged', async () => {
  const guard = serveReferenced(namedFiles('a'), caching);
  expect(await guard('a', () => mediaProblems.notAPicture)(patient)).toBe(mediaProblems.notAPicture);
});

test('a file deleted while it is rendered or sent is not delivered', async () => {
  const files = namedFiles('a');
  const guard = serveReferenced(files, caching);
  let isClosed = false;
  const body = {
    length: 6,
    read: async () => new Uint8Array(3),
    close: () => {
      isClosed = true;
    },
  };
  const made = Promise.withResolvers<MediaResponse>();
  const late = guard('a', () => made.promise)(patient);
  files.known.delete('a');
  made.resolve({ ...reply, body });
  expect(await late).toBe(mediaProblems.notFound);
  expect(isClosed).toBe(true);

  files.known.add('a');
  const sent = await guard('a', () => ({ ...reply, body }))(patient);
  const source = 'body' in sent && sent.body !== undefined && 'read' in sent.body ? sent.body : undefined;
  expect(await source?.read()).toHaveLength(3);
  files.known.delete('a');
  await expect(source?.read()).rejects.toThrow('deleted while it was sent');
});

test('beyond a limit, requests do not wait but fail at once', async () => {
  const refreshed = Promise.withResolvers<void>();
  const files = { keyOf: () => undefined, refresh: () => refreshed.promise };
  const guard = serveReferenced(files, caching);
  const waiting = Array.from({ length: 256 }, () => guard('a', () => reply)(patient));
  const settled = await Promise.race([
    guard('b', () => reply)(patient),
    ...waiting.map(() => refreshed.promise),
  ]);
  expect(settled).toBe(mediaProblems.notFound);
  refreshed.resolve();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => mediaProblems.notFound));
});
