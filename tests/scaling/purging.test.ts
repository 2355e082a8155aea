import { expect, test } from 'bun:test';
import type { AppKind, Kind } from '@newsstand/contract';
import fc from 'fast-check';
import { nextTransition } from '../../packages/server/src/catalogue/transitionsIn.ts';
import { keysOfChange, keysOfMoments } from '../../packages/server/src/cdn/surrogateKeys.ts';
import type { Credential } from '../../packages/server/src/store/Credential.ts';
import type { Change } from '../../packages/server/src/store/Store.ts';
import { credential, openService, recordChange } from '../exactness/openService.ts';
import { pathOf } from '../exactness/pathOf.ts';
import type { Asked, Doc } from '../exactness/reference.ts';
import { bannerDoc, categoryDoc, mediaDoc, newsDoc, question, tagDoc } from '../exactness/worlds.ts';
import { isFull, runs } from '../testing/runs.ts';

/** One unit of the worlds' time: long enough for a cache that counts in seconds. */
const unit = 10_000;
const year = 31_536_000;
/** Purges are repeated after this time, which is longer than any response takes to reach a cache. */
const repeat = 1000;
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
function slowly({ next, ...doc }: Doc): Doc {
  const inUnits = (moment: number | undefined) =>
    moment === undefined || Math.abs(moment) > 1e9 ? moment : moment * unit;
  const times = (['reservedAt', 'openingAt', 'closingAt'] as const).flatMap((name) => {
    const moment = inUnits(doc[name]);
    return moment === undefined ? [] : [[name, moment]];
  });
  const slow = { ...doc, ...Object.fromEntries(times) };
  if (next === undefined) return slow;
  return { ...slow, next: { doc: slowly(next.doc), takesOverAt: inUnits(next.takesOverAt) } };
}

const puts = fc.oneof(
  { weight: 5, arbitrary: put('news', newsDoc) },
  put('banner', bannerDoc),
  { weight: 2, arbitrary: put('media', mediaDoc) },
  { weight: 2, arbitrary: put('category', categoryDoc) },
  { weight: 2, arbitrary: put('tag', tagDoc) },
);

/** Responses with many dependencies: an item with everything it embeds, and a list filtered by a tag's alias. */
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
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('credential' as const),
      key: fc.constantFrom(...readers),
      change: credentialChange,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      milliseconds: fc.integer({ min: 1, max: 3 * unit }),
    }),
  },
  // To just before a transition.
  { weight: 3, arbitrary: fc.record({ type: fc.constant('near' as const) }) },
  // The clock is set back.
  fc.record({ type: fc.constant('back' as const), milliseconds: fc.integer({ min: 1, max: 2 * unit }) }),
  {
    weight: 16,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      asked: asks,
      key: fc.constantFrom(...readers),
      /** How long the response takes to reach the cache. */
      delay: fc.constantFrom(0, 0, 1, 2, repeat / 2, repeat - 1),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Held = { readonly body: unknown; readonly keys: readonly string[]; readonly until: number };
/** A scheduled event. */
type Event = { readonly at: number } & (
  | { readonly type: 'arrival'; readonly name: string; readonly answer: Held }
  | { readonly type: 'repeat'; readonly keys: ReadonlySet<string> }
);

/** The cases that a run met. */
const seen = { held: 0, purged: 0, changed: 0, ended: 0, opened: 0, late: 0, spared: 0 };

/** A model of a cache in front of a service: holds responses for as long as it may, and drops those that are purged. */
async function openFront() {
  const service = await openService({ sharedCache: true, cdnMaxAgeSeconds: year, purges: true });
  const held = new Map<string, Held>();
  const credentials = new Map(readers.map((key) => [key, credential(key, false)]));
  /** The cache counts seconds; the service has a clock that may be set. */
  const clock = { now: 0, passed: 0 };
  const events: Event[] = [];
  const inUse = new Map<string, Change>();

  function fresh(name: string) {
    const [key = '', path = ''] = name.split(' ');
    return service.read(path, clock.now, { 'x-svc-ac-api-key': key });
  }

  async function ask(asked: Asked, key: string, delay: number): Promise<void> {
    const { previewAt: _, ...plain } = asked;
    const name = `${key} ${pathOf(plain)}`;
    const { status, body, keys, cdnMaxAge } = await fresh(name);
    expect(keys.length > 0).toBe(status === 200);
    if (status !== 200) return;
    expect(keys).toContain(`key/${key}`);
    if (cdnMaxAge === 0) return;
    seen.held++;
    // The age is counted from the Date of the response.
    const answer = { body, keys, until: clock.passed + cdnMaxAge * 1000 };
    if (delay === 0) held.set(name, answer);
    else events.push({ type: 'arrival', at: clock.passed + delay, name, answer });
  }

  /** Drops the responses with these keys, as a purge does. */
  async function drop(gone: ReadonlySet<string>): Promise<void> {
    for (const [name, { keys, body }] of held) {
      if (!keys.some((key) => gone.has(key))) continue;
      held.delete(name);
      seen.purged++;
      if (!Bun.deepEquals((await fresh(name)).body, body)) seen.changed++;
    }
  }

  /** Purges the cache now, and once more later. */
  async function purge(keys: ReadonlySet<string>): Promise<void> {
    if (keys.size === 0) return;
    await drop(keys);
    events.push({ type: 'repeat', at: clock.passed + repeat, keys });
  }

  const purgeChanges = (changes: readonly Change[]) => purge(new Set(changes.flatMap(keysOfChange)));

  async function commit(changes: readonly Change[]): Promise<void> {
    // The store reports each changed thing once, in its current state.
    const last = new Map(changes.map((change) => [keysOfChange(change).join(' '), change]));
    for (const [name, change] of last) {
      if (change.type === 'record' && change.record !== undefined) inUse.set(name, change);
      else inUse.delete(name);
    }
    service.clock.now = clock.now;
    const noticed = await service.apply([...last.values()]);
    seen.spared += last.size - noticed.length;
    await purgeChanges(noticed);
  }

  /** An instance is removed only together with its items. */
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
    service.catalogue.setCredentials([...credentials.values()]);
    await purgeChanges([{ type: 'credential', key: changed.key, credential: changed }]);
  }

  /** Lets time pass, from one event to the next. */
  async function wait(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; ) {
      const next = nextTransition(service.catalogue.spaces(), clock.now);
      const event = events.toSorted((one, other) => one.at - other.at)[0];
      const step = Math.min(left, next - clock.now, Math.max(0, (event?.at ?? Infinity) - clock.passed));
      left -= step;
      clock.passed += step;
      await turn(clock.now + step);
      if (event === undefined || event.at > clock.passed) continue;
      events.splice(events.indexOf(event), 1);
      if (event.type === 'repeat') await drop(event.keys);
      else {
        seen.late++;
        held.set(event.name, event.answer);
      }
    }
    for (const [name, { until }] of held) {
      if (until > clock.passed) continue;
      held.delete(name);
      seen.ended++;
    }
  }

  /** Sets the clock, and purges the items that open or close by that. */
  async function turn(now: number): Promise<void> {
    const keys = new Set(keysOfMoments(service.catalogue.spaces(), clock.now, now));
    clock.now = now;
    seen.opened += keys.size;
    await purge(keys);
  }

  async function take(action: Step): Promise<void> {
    if (action.type === 'ask') await ask(action.asked, action.key, action.delay);
    else if (action.type === 'near') {
      const next = nextTransition(service.catalogue.spaces(), clock.now);
      if (next < Infinity) await wait(Math.min(next - clock.now - 1, 3 * unit));
    } else if (action.type === 'back') await turn(clock.now - action.milliseconds);
    else if (action.type === 'commit') await commit(action.puts.map(changeOf));
    else if (action.type === 'instance') await setInstance(action.app, action.present);
    else if (action.type === 'credential') await setCredential(action.key, action.change);
    else await wait(action.milliseconds);
  }

  /** Everything cached equals what the service would respond now, except for what is about to be purged again. */
  async function check(): Promise<void> {
    const due = new Set(events.flatMap((event) => (event.type === 'repeat' ? [...event.keys] : [])));
    for (const [name, { body, keys }] of held) {
      if (keys.some((key) => due.has(key))) continue;
      const now = await fresh(name);
      expect([name, now.status, now.body]).toEqual([name, 200, body]);
    }
  }

  service.catalogue.setCredentials([...credentials.values()]);
  return { commit, take, check };
}

function changeOf({ kind, instanceId, doc, deleted }: Put): Change {
  return recordChange(kind, instanceId, doc, deleted);
}

test('a cache that drops only what is purged always holds the current responses', async () => {
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
    { numRuns: runs(250) },
  );
  // A property that never meets its cases proves nothing.
  const { ended, ...often } = seen;
  if (isFull) expect(ended).toBeGreaterThan(0);
  expect(Math.min(...Object.values(often))).toBeGreaterThan(isFull ? 20 : 0);
  // In full it takes half a minute of processor time.
}, 180_000);
