import { expect, test } from 'bun:test';
import type { AppKind, Kind } from '@newsstand/contract';
import fc from 'fast-check';
import { keysOfChange } from '../../packages/server/src/delivery/surrogateKeys.ts';
import type { Credential } from '../../packages/server/src/store/Credential.ts';
import type { Change } from '../../packages/server/src/store/Store.ts';
import { credential, openDesk, recordChange } from '../exactness/desk.ts';
import { pathOf } from '../exactness/pathOf.ts';
import type { Asked, Doc } from '../exactness/reference.ts';
import { bannerDoc, categoryDoc, mediaDoc, newsDoc, question, tagDoc } from '../exactness/worlds.ts';

/** One unit of the worlds' time, so long that a cache which counts in seconds can hold something. */
const unit = 10_000;
const year = 31_536_000;
const readers = ['reader', 'other'];

type Put = { kind: Kind; instanceId: string; doc: Doc; deleted: boolean };

const put = (kind: Kind, doc: fc.Arbitrary<Doc>): fc.Arbitrary<Put> =>
  fc.record({
    kind: fc.constant(kind),
    instanceId: fc.constantFrom('one', 'two'),
    doc: doc.map(slowly),
    deleted: fc.constantFrom(false, false, false, true),
  });

/** The same item with its times in the cache's units. */
function slowly(doc: Doc): Doc {
  const times = (['reservedAt', 'openingAt', 'closingAt'] as const).flatMap((name) => {
    const moment = doc[name];
    return moment === undefined || Math.abs(moment) > 1e9 ? [] : [[name, moment * unit]];
  });
  return { ...doc, ...Object.fromEntries(times) };
}

const puts = fc.oneof(
  { weight: 5, arbitrary: put('news', newsDoc) },
  put('banner', bannerDoc),
  { weight: 2, arbitrary: put('media', mediaDoc) },
  { weight: 2, arbitrary: put('category', categoryDoc) },
  { weight: 2, arbitrary: put('tag', tagDoc) },
);

/** What depends on most: an item with all that it embeds, and a list that is found by the name of a tag. */
const news = { kind: 'news', page: 1, size: 5, sort: [] } satisfies Partial<Asked>;
const instanceId = fc.constantFrom('one', 'two');
const asks: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 2, arbitrary: question },
  fc.record({ instanceId, name: fc.constantFrom('n1', 'n2', 'n3') }).map((asked) => ({ ...news, ...asked })),
  fc
    .record({ instanceId, tags: fc.constantFrom<string[]>(['t2'], ['t3'], ['t1 ニュース', 't4']) })
    .map((asked) => ({ ...news, ...asked })),
);

const credentialChange = fc.constantFrom<Partial<Credential>>(
  {},
  { revokedAt: 1 },
  { grants: [{ projectId: 'q' }] },
  { grants: [{ projectId: 'p', spaceId: 's', instanceId: 'one' }] },
  { expiresAt: 4 * unit },
  { secrets: [{ sha256: '00'.repeat(32) }] },
  { secrets: credential('', false).secrets.map((secret) => ({ ...secret, until: 6 * unit + 500 })) },
);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('commit' as const),
      puts: fc.array(puts, { minLength: 1, maxLength: 3, size: 'max' }),
    }),
  },
  fc.record({
    type: fc.constant('instance' as const),
    app: fc.constantFrom<AppKind>('news', 'banner'),
    present: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('credential' as const),
    key: fc.constantFrom(...readers),
    change: credentialChange,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      milliseconds: fc.integer({ min: 1, max: 3 * unit }),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      asked: asks,
      key: fc.constantFrom(...readers),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Held = { readonly body: unknown; readonly keys: readonly string[]; readonly until: number };

/** What a run of the property met. */
const seen = { held: 0, purged: 0, changed: 0, ended: 0 };

/** A cache that holds answers for as long as it may, and drops those whose keys are purged, in front of a desk. */
async function openFront() {
  const desk = await openDesk({ sharedCache: true, cdnMaxAgeSeconds: year });
  const held = new Map<string, Held>();
  const credentials = new Map(readers.map((key) => [key, credential(key, false)]));
  const clock = { now: 0 };
  const inUse = new Map<string, Change>();

  function fresh(name: string) {
    const [key = '', path = ''] = name.split(' ');
    return desk.read(path, clock.now, { 'x-svc-ac-api-key': key });
  }

  async function ask(asked: Asked, key: string): Promise<void> {
    const { previewAt: _, ...plain } = asked;
    const name = `${key} ${pathOf(plain)}`;
    const { status, body, keys, cdnMaxAge } = await fresh(name);
    expect(keys.length > 0).toBe(status === 200);
    if (status !== 200) return;
    expect(keys).toContain(`key/${key}`);
    if (cdnMaxAge === 0) return;
    seen.held++;
    held.set(name, { body, keys, until: clock.now + cdnMaxAge * 1000 });
  }

  /** Drops what a change names, as a cache does when it is told. */
  async function purge(changes: readonly Change[]): Promise<void> {
    const gone = new Set(changes.flatMap(keysOfChange));
    for (const [name, { keys, body }] of held) {
      if (!keys.some((key) => gone.has(key))) continue;
      held.delete(name);
      seen.purged++;
      if (!Bun.deepEquals((await fresh(name)).body, body)) seen.changed++;
    }
  }

  async function commit(changes: readonly Change[]): Promise<void> {
    // The store tells each changed thing once, as it is now.
    const last = new Map(changes.map((change) => [keysOfChange(change).join(' '), change]));
    for (const [name, change] of last) {
      if (change.type === 'record' && change.record !== undefined) inUse.set(name, change);
      else inUse.delete(name);
    }
    await desk.apply([...last.values()]);
    await purge([...last.values()]);
  }

  /** An instance goes only with all that is in it. */
  async function setInstance(app: AppKind, present: boolean): Promise<void> {
    const instance = { projectId: 'p', spaceId: 's', app, instanceId: 'two' };
    const items = [...inUse.values()].flatMap((change): Change[] =>
      change.type === 'record' && change.key.kind === app && change.key.instanceId === 'two'
        ? [{ ...change, record: undefined }]
        : [],
    );
    await commit([...(present ? [] : items), { type: 'instance', instance, present }]);
  }

  async function setCredential(key: string, change: Partial<Credential>): Promise<void> {
    const changed = { ...credential(key, false), ...change };
    credentials.set(key, changed);
    desk.catalogue.setCredentials([...credentials.values()]);
    await purge([{ type: 'credential', credential: changed }]);
  }

  function wait(milliseconds: number): void {
    clock.now += milliseconds;
    for (const [name, { until }] of held) {
      if (until > clock.now) continue;
      held.delete(name);
      seen.ended++;
    }
  }

  async function take(action: Step): Promise<void> {
    if (action.type === 'ask') await ask(action.asked, action.key);
    else if (action.type === 'commit') await commit(action.puts.map(changeOf));
    else if (action.type === 'instance') await setInstance(action.app, action.present);
    else if (action.type === 'credential') await setCredential(action.key, action.change);
    else wait(action.milliseconds);
  }

  /** Everything that is held is what the service would answer now. */
  async function check(): Promise<void> {
    for (const [name, { body }] of held) {
      const now = await fresh(name);
      expect([name, now.status, now.body]).toEqual([name, 200, body]);
    }
  }

  desk.catalogue.setCredentials([...credentials.values()]);
  return { commit, take, check };
}

function changeOf({ kind, instanceId, doc, deleted }: Put): Change {
  return recordChange(kind, instanceId, doc, deleted);
}

test('a cache that forgets what it is told to, and nothing else, always holds what the service would answer', async () => {
  const stock = fc.array(puts, { minLength: 20, maxLength: 40, size: 'max' });
  const steps = fc.array(step, { minLength: 10, maxLength: 50, size: 'max' });
  await fc.assert(
    fc.asyncProperty(stock, steps, async (first, actions) => {
      const front = await openFront();
      await front.commit(first.map(changeOf));
      for (const action of actions) {
        await front.take(action);
        if (action.type !== 'ask') await front.check();
      }
    }),
    { numRuns: 250 },
  );
  // A property that never meets its cases would prove nothing.
  expect(Math.min(seen.held, seen.purged, seen.changed, seen.ended)).toBeGreaterThan(20);
}, 120_000);
