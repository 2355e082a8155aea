import fc from 'fast-check';
import type { Credential } from '../store/Credential.ts';
import type { Instance, Store, StoredRecord } from '../store/Store.ts';
import { space } from '../store/suite/samples.ts';

const collections = ['category', 'tag', 'media'] as const;
const id = fc.constantFrom('1', '2', '3', 'a', 'B', '~');
const someSpace = fc.constantFrom(space, { ...space, spaceId: 'app' }, { projectId: 'B', spaceId: 'web' });
const text = fc.string({ unit: 'binary', maxLength: 12 });
const document = text.map((text) => JSON.stringify({ text }));
const isNamed = fc.boolean();
const collectionRecord = fc
  .tuple(someSpace, fc.constantFrom(...collections), id, isNamed, document)
  .map(([place, kind, id, isNamed, document]): StoredRecord => {
    return { ...place, kind, id, alias: isNamed ? `名 ${id}` : undefined, document, links: [] };
  });
const link = fc.record({ kind: fc.constantFrom(...collections), id });
const instance = fc
  .tuple(someSpace, fc.constantFrom('news', 'banner'), fc.constantFrom('i', 'J', 'empty'))
  .map(([place, app, instanceId]): Instance => ({ ...place, app, instanceId }));
const item = fc
  .tuple(instance, id, isNamed, document, fc.array(link, { maxLength: 4 }))
  .map(([{ app, ...place }, id, isNamed, document, links]): StoredRecord => {
    return { ...place, kind: app, id, alias: isNamed ? `名 ${id}` : undefined, document, links };
  });
const credential: fc.Arbitrary<Credential> = fc.record(
  {
    key: fc.constantFrom('k1', 'K2', 'k3'),
    name: text,
    secrets: fc.array(fc.record({ sha256: text, until: fc.nat() }, { requiredKeys: ['sha256'] })),
    grants: fc.array(fc.record({ projectId: text, spaceId: text }, { requiredKeys: ['projectId'] })),
    preview: fc.boolean(),
    ...{ createdAt: fc.nat(), expiresAt: fc.nat(), revokedAt: fc.nat() },
  },
  { requiredKeys: ['key', 'name', 'secrets', 'grants', 'preview', 'createdAt'] },
);
/** All that a store may hold. */
export const content = fc.record({
  collections: fc.array(collectionRecord, { maxLength: 25 }),
  items: fc.array(item, { maxLength: 25 }),
  removed: fc.array(item, { maxLength: 5 }),
  instances: fc.array(instance, { maxLength: 3 }),
  credentials: fc.array(credential, { maxLength: 4 }),
  mediaKey: fc.stringMatching(/^[0-9a-f]{64}$/),
});
export type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

/** Some is changed again and some goes, so that the numbers of rows have gaps and are not in the order of writing. */
export async function putContent(store: Store, content: Content): Promise<void> {
  await store.write(async (writer) => {
    const present = new Set(content.collections.map(nameOf));
    for (const record of content.collections) await writer.putRecord(record);
    for (const record of content.items) {
      const { projectId, spaceId } = record;
      const links = record.links.filter((link) => present.has(nameOf({ ...link, projectId, spaceId })));
      await writer.putRecord({ ...record, links });
    }
    for (const key of content.removed) await writer.removeRecord(key);
    for (const each of content.instances) await writer.putInstance(each);
    for (const each of content.credentials) await writer.putCredential(each);
    await writer.putMediaKey(content.mediaKey);
  });
}

function nameOf(key: Pick<StoredRecord, 'projectId' | 'spaceId' | 'kind' | 'id'>): string {
  return `${key.projectId}/${key.spaceId}/${key.kind}/${key.id}`;
}
