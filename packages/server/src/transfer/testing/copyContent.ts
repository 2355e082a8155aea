import { isAppKind } from '@newsstand/contract';
import { proposalStates } from '@newsstand/contract/manage';
import fc from 'fast-check';
import type { AuditEntry, AuthToken, Factor, KeyUsage, Operator } from '../../store/Admin.ts';
import type { Credential } from '../../store/Credential.ts';
import type { DiscussedProposal } from '../../store/Proposal.ts';
import type { Instance, NextVersion, Store, StoredRecord, Writer } from '../../store/Store.ts';
import { space } from '../../store/testing/suite/samples.ts';
import { removePlace } from '../places/movePlace.ts';

const collections = ['category', 'tag', 'media'] as const;
const id = fc.constantFrom('1', '2', '3', 'a', 'B', '~');
const someSpace = fc.constantFrom(space, { ...space, spaceId: 'app' }, { projectId: 'B', spaceId: 'web' });
const text = fc.string({ unit: 'binary', maxLength: 12 });
/** A text that every engine can store. */
const plainText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
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
const next: fc.Arbitrary<NextVersion> = fc.record(
  {
    ...{ document, links: fc.array(link, { maxLength: 2 }) },
    ...{ takesOverAt: fc.integer({ min: 4e12, max: 5e12 }), changedAt: fc.nat(), changedBy: plainText },
    isAutosave: fc.boolean(),
  },
  { requiredKeys: ['document', 'links', 'changedAt', 'changedBy'] },
);
/** What is in a credential was checked: it has no NUL, which PostgreSQL could not index. */
const checkedText = text.map((text) => text.replaceAll('\0', ''));
const credential: fc.Arbitrary<Credential> = fc.record(
  {
    key: fc.constantFrom('k1', 'K2', 'k3'),
    name: checkedText,
    secrets: fc.array(fc.record({ sha256: checkedText, until: fc.nat() }, { requiredKeys: ['sha256'] })),
    grants: fc.array(
      fc.record({ projectId: checkedText, spaceId: checkedText }, { requiredKeys: ['projectId'] }),
    ),
    preview: fc.boolean(),
    ...{ createdAt: fc.nat(), expiresAt: fc.nat(), revokedAt: fc.nat() },
  },
  { requiredKeys: ['key', 'name', 'secrets', 'grants', 'preview', 'createdAt'] },
);
const operator: fc.Arbitrary<Operator> = fc.record(
  {
    operatorId: fc.constantFrom('ken', 'kim@acme.test'),
    name: text,
    roles: fc.array(
      fc.record(
        {
          ...{ projectId: fc.constantFrom('*', 'acme'), role: fc.constantFrom('owner', 'writer', 'viewer') },
          ...{ spaceId: text, instanceId: text, givenBy: text, givenAt: fc.nat() },
        },
        { requiredKeys: ['projectId', 'role'] },
      ),
    ),
    ...{ passwordHash: text, createdAt: fc.nat() },
  },
  { requiredKeys: ['operatorId', 'name', 'roles', 'createdAt'] },
);
const pass: fc.Arbitrary<Pick<AuthToken, 'type' | 'name' | 'createdAt' | 'lastUsedAt'>> = fc.record(
  {
    type: fc.constantFrom('token', 'session', 'invitation'),
    ...{ name: text, createdAt: fc.nat(), lastUsedAt: fc.nat() },
  },
  { requiredKeys: ['type', 'createdAt'] },
);
type Distribute<T> = T extends Factor ? Omit<T, 'factorId' | 'operatorId'> : never;
const factor: fc.Arbitrary<Distribute<Factor>> = fc.oneof(
  fc.record(
    {
      ...{ type: fc.constant('passkey' as const), createdAt: fc.nat(), name: text, publicKey: text },
      ...{ counter: fc.nat(), transports: fc.array(text, { maxLength: 2 }), lastUsedAt: fc.nat() },
    },
    { requiredKeys: ['type', 'createdAt', 'name', 'publicKey', 'counter', 'transports'] },
  ),
  fc.record({
    ...{ type: fc.constant('totp' as const), createdAt: fc.nat(), secret: text, lastStep: fc.nat() },
  }),
  fc.record({ type: fc.constant('recovery' as const), createdAt: fc.nat() }),
);
const entry: fc.Arbitrary<AuditEntry> = fc.record(
  {
    at: fc.nat(),
    by: fc.constantFrom('ken', 'command line'),
    action: fc.constantFrom('news.put', 'key.create'),
    projectId: fc.constantFrom('acme', 'B'),
    target: fc.constantFrom('web/news/i/1', '名'),
    details: fc.dictionary(text, fc.oneof(text, fc.nat(), fc.constant(null))),
  },
  { requiredKeys: ['at', 'by', 'action', 'target'] },
);
const usage: fc.Arbitrary<KeyUsage> = fc.record({
  ...{ key: fc.constantFrom('k1', 'K2', '名'), day: fc.nat(3) },
  ...{ requests: fc.nat(), lastUsedAt: fc.nat() },
});
const comment = fc.record(
  {
    ...{ at: fc.nat(), by: fc.constantFrom('ken', 'mia'), text },
    words: fc.record(
      { path: text, quote: text, before: text, after: text },
      { requiredKeys: ['path', 'quote'] },
    ),
  },
  { requiredKeys: ['at', 'by', 'text'] },
);
const proposal: fc.Arbitrary<Omit<DiscussedProposal, 'proposalId' | 'key'>> = fc.record(
  {
    ...{ name: text, type: fc.constantFrom('draft', 'next'), state: fc.constantFrom(...proposalStates) },
    ...{
      proposedBy: fc.constantFrom('ken', 'kim'),
      proposedAt: fc.nat(),
      message: text,
      publishAt: fc.nat(),
    },
    ...{ etag: text, closedAt: fc.nat(), closedBy: fc.constantFrom('mia') },
    thread: fc.array(comment, { maxLength: 3 }),
  },
  { requiredKeys: ['name', 'type', 'state', 'proposedBy', 'proposedAt', 'etag', 'thread'] },
);
/** Everything that a store can contain. */
export const content = fc.record({
  collections: fc.array(collectionRecord, { maxLength: 25 }),
  items: fc.array(fc.tuple(item, fc.option(next, { nil: undefined })), { maxLength: 25 }),
  removed: fc.array(item, { maxLength: 5 }),
  instances: fc.array(
    fc.tuple(
      instance,
      fc.option(fc.webUrl(), { nil: undefined }),
      fc.constantFrom(undefined, true),
      fc.constantFrom(undefined, 'm1'),
      fc.array(proposal, { maxLength: 3 }),
    ),
    { maxLength: 3 },
  ),
  credentials: fc.array(credential, { maxLength: 4 }),
  names: fc.array(fc.tuple(someSpace, fc.constantFrom(undefined, 'i', 'J'), plainText), { maxLength: 3 }),
  isSpaceRemoved: fc.boolean(),
  mediaKey: fc.stringMatching(/^[0-9a-f]{64}$/),
  changed: fc.array(fc.tuple(fc.oneof(collectionRecord, item), fc.boolean()), { maxLength: 10 }),
  operators: fc.array(
    fc.tuple(operator, fc.array(pass, { maxLength: 3 }), fc.array(factor, { maxLength: 3 })),
    { maxLength: 3 },
  ),
  secondFactorRoles: fc.subarray(['viewer', 'owner'] as const),
  imported: fc.array(fc.tuple(fc.oneof(collectionRecord, item), fc.stringMatching(/^[0-9a-f]{0,8}$/)), {
    maxLength: 10,
  }),
  audit: fc.array(entry, { maxLength: 5 }),
  usage: fc.array(usage, { maxLength: 5 }),
});
export type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

/**
 * Some records are changed and some deleted, so that row numbers have gaps and are out of order. As in stores that are
 * older than that rule, news and banners may share the ID of an instance.
 */
export async function putContent(store: Store, content: Content): Promise<void> {
  await store.write((writer) => putPresent(writer, content), { isCopy: true });
  await store.write((writer) => putPast(writer, content), { by: { name: 'ken', at: 5 }, isCopy: true });
}

async function putPresent(writer: Writer, content: Content): Promise<void> {
  const present = new Set(content.collections.map(nameOf));
  for (const record of content.collections) await writer.putRecord(record);
  for (const [record, next] of content.items) {
    const { projectId, spaceId } = record;
    const linksOf = ({ links }: Pick<StoredRecord, 'links'>) =>
      links.filter((link) => present.has(nameOf({ ...link, projectId, spaceId })));
    const later = next && { ...next, links: linksOf(next) };
    await writer.putRecord({ ...record, links: linksOf(record), next: later });
  }
  for (const key of content.removed) await writer.removeRecord(key);
  for (const [
    index,
    [each, previewUrl, fourEyes, defaultPicture, proposals],
  ] of content.instances.entries()) {
    await writer.putInstance(each);
    await writer.putInstanceSettings(each, { previewUrl, fourEyes, defaultPicture });
    if (previewUrl !== undefined)
      await writer.putSavedViews(each, [
        { viewId: `v${index}`, name: previewUrl, address: 'state=live', columns: ['state'] },
      ]);
    const { app: kind, ...place } = each;
    for (const [number, { thread, ...proposal }] of proposals.entries()) {
      const proposalId = `p${index}.${number}`;
      await writer.putProposal({ ...proposal, proposalId, key: { kind, ...place, id: proposalId } });
      for (const comment of thread) await writer.addComment(proposalId, comment);
    }
  }
  for (const [place, instanceId, name] of content.names) {
    await writer.putPlaceName({ ...place, instanceId }, name);
  }
  for (const each of content.credentials) await writer.putCredential(each);
  await writer.putMediaKey(content.mediaKey);
}

/** Past versions, and everything about operators. */
async function putPast(
  writer: Writer,
  { changed, operators, secondFactorRoles, imported, audit, usage, isSpaceRemoved }: Content,
): Promise<void> {
  for (const [record, isRemoved] of changed) {
    if (isRemoved && isAppKind(record.kind)) await writer.removeRecord(record);
    else await writer.putRecord({ ...record, links: [] });
  }
  for (const [place, [operator, passes, factors]] of operators.entries()) {
    await writer.putOperator(operator);
    for (const [index, pass] of passes.entries()) {
      const id = `${place}-${index}`;
      await writer.putAuthToken({ ...pass, id, sha256: id, operatorId: operator.operatorId });
    }
    for (const [index, factor] of factors.entries()) {
      await writer.putFactor({ ...factor, factorId: `${place}-${index}`, operatorId: operator.operatorId });
    }
  }
  await writer.putAccessPolicy({ secondFactorRoles });
  await writer.putImported(imported.map(([key, digest]) => ({ key, digest })));
  await writer.addAudit(...audit);
  await writer.addKeyUsage(usage);
  const [place] = await writer.spaces();
  if (isSpaceRemoved && place !== undefined) {
    await removePlace(writer, place, { removalId: 'r1', by: { name: 'ken', at: 7 } });
  }
}

function nameOf(key: Pick<StoredRecord, 'projectId' | 'spaceId' | 'kind' | 'id'>): string {
  return `${key.projectId}/${key.spaceId}/${key.kind}/${key.id}`;
}
