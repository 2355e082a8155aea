import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kind, samples } from '@newsstand/contract';
import { writeNamedItem } from '../../packages/server/src/catalogue/answer.ts';
import { Catalogue } from '../../packages/server/src/catalogue/Catalogue.ts';
import { ByteWriter } from '../../packages/server/src/catalogue/items/ByteWriter.ts';
import { openFolderOriginals } from '../../packages/server/src/media/originals/folder/openFolderOriginals.ts';
import { realPicture, writeHls } from '../../packages/server/src/media/testing/realFiles.ts';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { Store } from '../../packages/server/src/store/Store.ts';
import { exportRecords } from '../../packages/server/src/transfer/export/exportRecords.ts';
import { importRecords } from '../../packages/server/src/transfer/ndjson/importRecords.ts';
import { readLines } from '../../packages/server/src/transfer/ndjson/readLines.ts';

const media = { url: 'https://content.example.com/media', key: 'a key of sixteen letters' };
const { projectId, spaceId } = samples.media;
const everyTime = { reservedAt: 1, openingAt: 2, closingAt: 8_640_000_000_000_000 };
const awkward = 'quotes " and \\, 日本語 😀, \u2028, </script>, \u0000';

const hostedElsewhere = {
  ...samples.media,
  assets: [{ path: 'a/b.js', accessUrl: 'https://media.example.com/a/b.js' }],
  thumbnailAccessUrl: 'https://media.example.com/small.jpg',
  duration: 1234,
  thumbnailOperations: [{ type: 'filters', rotate: 90, grayscale: true, fill: 'red' }],
};
const ourOwn = { ...hostedElsewhere, mediaId: 'm2', alias: 'own', type: 'image', file: 'picture' };
const ourVideo = { ...hostedElsewhere, mediaId: 'm3', alias: 'clip', type: 'video', file: 'clip' };

const fullNews = {
  ...samples.news,
  ...everyTime,
  name: awkward,
  values: {
    ...samples.news.values,
    title: awkward,
    // JSON.parse, because in a literal __proto__ would not be a member.
    body: JSON.parse('{"b":[1,-0.5,1e21,null,true,{}],"a":{"10":1,"9":2,"__proto__":3},"":""}'),
    thumbnail: { mediaId: 'm2' },
    share: { x: { ...samples.news.values.share?.x, followButtonUsers: [{ userId: 'u', name: 'U' }] } },
  },
  tags: [{ tagId: 't2' }, { tagId: 't1' }],
};
const fullBanner = { ...samples.banner, ...everyTime, name: awkward };

/** Full and minimal resources, with members in arbitrary order. */
const records: readonly object[] = [
  { kind: 'category', ...samples.category },
  { kind: 'tag', ...samples.tag },
  { kind: 'tag', ...samples.tag, tagId: 't2', name: awkward, alias: undefined },
  { kind: 'media', ...hostedElsewhere },
  { kind: 'media', ...ourOwn },
  { kind: 'media', ...ourVideo },
  { kind: 'media', projectId, spaceId, mediaId: 'm4', name: 'Least', type: 'image' },
  { kind: 'news', instanceId: 'press', ...backwards(fullNews) },
  {
    ...{ kind: 'news', instanceId: 'press', projectId, spaceId, contentId: 'n2', name: 'Least' },
    ...{ status: 'published', values: { thumbnail: { mediaId: 'm1' }, body: {}, title: '' } },
  },
  { kind: 'banner', instanceId: 'top', ...backwards(fullBanner) },
  {
    ...{ kind: 'banner', instanceId: 'top', projectId, spaceId, contentId: 'b2', name: 'Least' },
    ...{ status: 'published', values: {} },
  },
];

/** The same object with its members in reverse order, recursively. */
function backwards(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [
        name,
        name === 'body' || Array.isArray(member) || typeof member !== 'object' ? member : backwards(member),
      ]),
  );
}

test('a line of an export is exactly what delivery sends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
  try {
    await importAll(store, folder);
    const catalogue = new Catalogue({ media });
    await store.read((reader) => catalogue.load(reader));
    const lines = (await exportLines(store)).filter((line) => !line.startsWith('{"kind":"instance"'));
    const parts = lines.map(takeApart);
    expect(parts.map(({ id }) => id).join(' ')).toBe('c1 t1 t2 m1 m2 m3 m4 n1 n2 b1 b2');
    for (const { kind, instanceId, id, resource } of parts) {
      expect(delivered(catalogue, kind, instanceId, id)).toBe(resource);
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});

async function importAll(store: Store, folder: string): Promise<void> {
  writeFileSync(join(folder, 'picture'), realPicture('png'));
  writeHls(join(folder, 'clip'));
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const batches = readLines(new Blob([text]).stream());
  const originals = openFolderOriginals(join(folder, 'originals'));
  await importRecords({ store, originals, now: () => 1000, sources: [{ name: 'test', folder, batches }] });
}

async function exportLines(store: Store): Promise<readonly string[]> {
  let text = '';
  const write = async (chunk: string) => {
    text += chunk;
  };
  await exportRecords({ store, scope: {}, media, now: 0, write });
  return text.trimEnd().split('\n');
}

/** Removes what an export adds from the text of a line, so that every other character is compared. */
function takeApart(line: string) {
  const { kind, instanceId, contentId, mediaId, categoryId, tagId } = JSON.parse(line);
  const added = instanceId === undefined ? { kind } : { kind, instanceId };
  const start = `${JSON.stringify(added).slice(0, -1)},`;
  expect(line).toStartWith(start);
  // What an import needs, or only operators see.
  const resource = `{${line.slice(start.length)}`.replace(
    /(?:,"(?:file":"(?:originals|bundles)\/[0-9a-f]{64}(?:\.\w+)?"|createdAt":\d+|labels":\[[^\]]*\]))+\}$/,
    (own) => (kind === 'media' ? '}' : own),
  );
  return { kind, instanceId, id: contentId ?? mediaId ?? categoryId ?? tagId, resource };
}

function delivered(catalogue: Catalogue, kind: Kind, instanceId: string | undefined, id: string) {
  const space = catalogue.space(projectId, spaceId);
  const shelf = space?.shelf(kind, instanceId);
  if (space === undefined || shelf === undefined) return undefined;
  const writer = new ByteWriter();
  const item = writeNamedItem(writer, space, shelf, id, { now: Date.now(), preview: false });
  return item && writer.written.toString();
}
