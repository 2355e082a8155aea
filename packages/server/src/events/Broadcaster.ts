import { isAppKind, type Kind } from '@newsstand/contract';
import { embeddedIn } from '../catalogue/embeddedIn.ts';
import { spaceName } from '../catalogue/Space.ts';
import { nextTransition } from '../catalogue/transitionsIn.ts';
import { createPause, runInSlices } from '../concurrency/timeSlices.ts';
import type { Space as SpaceKey } from '../store/Store.ts';
import type { ContentEvent } from './eventsBetween.ts';
import type { PositionCodec } from './position.ts';
import { type EventSource, type Position, readEvents, type SpaceEvents, type Wanted } from './readEvents.ts';
import { type Audience, Subscriber } from './Subscriber.ts';

/** The options of a broadcaster. */
export type BroadcasterOptions = EventSource & {
  readonly positions: PositionCodec;
  /** How many may listen: in all, and with one key. */
  readonly limits: { readonly subscribers: number; readonly subscribersPerKey: number };
  readonly onError: (error: unknown) => void;
  /** How long a position that is still to come is waited for; shorter in tests. */
  readonly patienceMilliseconds?: number;
  /** How often those who hear nothing are told that the connection is alive; more often in tests. */
  readonly heartbeatMilliseconds?: number;
};

/** A request to listen. */
export type Subscription = {
  readonly audience: Audience;
  readonly key: string;
  readonly isAllowed: (now: number) => boolean;
  /** The position to resume from, as it was sent; undefined for now. */
  readonly from: string | undefined;
};

/** What is sent at once: some events, or a reset. */
type Chunk = { readonly bytes: Uint8Array; readonly events: number; readonly isReset?: true };

/** Subscribers that resume from the same position; `until` is how long it is waited for. */
type Resuming = { readonly from: Position; readonly until: number; readonly subscribers: Subscriber[] };

/** Why somebody can't listen: too many do, with the same key or in all, or the service is stopping. */
export type Refusal = 'keyIsFull' | 'isFull' | 'isStopping';

const allowanceMilliseconds = 500;
const longestTimer = 60_000;
/** A clock that is set back further than that has everybody read anew. */
const smallStepBack = 1000;
const retryMilliseconds = 1000;
/** How soon it is looked again whether a position that is still to come has come. */
const lookAgainMilliseconds = 50;

/** Tells subscribers what happens to content, as soon as this process shows it. */
export class Broadcaster {
  readonly #options: BroadcasterOptions;
  readonly #spaces = new Map<string, Set<Subscriber>>();
  readonly #perKey = new Map<string, number>();
  #count = 0;
  #events = 0;
  #resets = 0;
  /** Up to here everybody has heard of everything; undefined while nobody listens. */
  #position: Position | undefined;
  #isDue = false;
  #isBeatDue = false;
  #isStopping = false;
  /** Those who wait to hear what they have missed; together if that is the same. */
  readonly #resuming = new Map<string, Resuming>();
  #isResuming = false;
  #telling: Promise<void> | undefined;
  #timer: Timer | undefined;
  readonly #intervals: readonly Timer[];

  constructor(options: BroadcasterOptions) {
    this.#options = options;
    this.#intervals = [
      setInterval(() => {
        this.#isBeatDue = true;
        void this.tell();
      }, options.heartbeatMilliseconds ?? 15_000),
      setInterval(() => this.#endForbidden(), allowanceMilliseconds),
    ];
  }

  /** How many listen, and what they were sent since the start, counted for each of them. */
  get counts() {
    return { subscribers: this.#count, events: this.#events, resets: this.#resets };
  }

  /** Begins to listen. */
  subscribe({ audience, key, isAllowed, from }: Subscription): Subscriber | Refusal {
    const { limits, positions } = this.#options;
    if (this.#isStopping) return 'isStopping';
    const sameKey = this.#perKey.get(key) ?? 0;
    if (sameKey >= limits.subscribersPerKey) return 'keyIsFull';
    if (this.#count >= limits.subscribers) return 'isFull';
    const subscriber = new Subscriber(audience, key, isAllowed, {
      reset: () => this.#counted(this.#reset()),
      onClose: (closed) => this.#remove(closed),
    });
    this.#count++;
    this.#perKey.set(key, sameKey + 1);
    const name = spaceName(audience);
    this.#spaces.set(name, (this.#spaces.get(name) ?? new Set()).add(subscriber));
    this.#position ??= this.#now();
    if (from === undefined) this.#catchUp(subscriber, [this.#opening(this.#position)]);
    else this.#resume(subscriber, positions.decode(from));
    // Something may open sooner than what others wait for.
    void this.tell();
    return subscriber;
  }

  /** Tells what has happened; to be called when this process shows a change. */
  async tell(): Promise<void> {
    if (this.#count === 0) return;
    this.#isDue = true;
    this.#telling ??= this.#tellOn();
    return this.#telling;
  }

  /** Ends all responses. */
  stop(): void {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    for (const interval of this.#intervals) clearInterval(interval);
    for (const subscriber of this.#all()) subscriber.end();
  }

  /** One after the other: the next begins where the last has ended. */
  async #tellOn(): Promise<void> {
    let wait = 0;
    while (this.#isDue) {
      this.#isDue = false;
      wait = await this.#tellOnce().catch((error: unknown) => {
        this.#options.onError(error);
        return retryMilliseconds;
      });
    }
    this.#telling = undefined;
    clearTimeout(this.#timer);
    if (this.#count > 0) this.#timer = setTimeout(() => void this.tell(), wait);
    else this.#position = undefined;
  }

  /** Returns after how many milliseconds something happens by the clock. */
  async #tellOnce(): Promise<number> {
    const { now, catalogue } = this.#options;
    const from = this.#position ?? this.#now();
    const listened = this.#listened();
    const wanted = (space: SpaceKey) => listened.get(spaceName(space)) ?? 'nothing';
    const isSetBack = now() < from.at - smallStepBack;
    const outcome = isSetBack ? undefined : await readEvents(this.#options, from, wanted);
    if (outcome?.type === 'events') {
      this.#position = outcome.position;
      for (const happened of outcome.spaces) await this.#tellSpace(happened, outcome.position);
    } else if (outcome?.type !== 'behind') {
      this.#position = this.#now();
      await this.#send(this.#all(), async () => this.#reset());
    }
    if (this.#isBeatDue) await this.#beat();
    if (outcome?.type === 'behind') return lookAgainMilliseconds;
    // Not after now: what has happened since the position is still to be told.
    const { at } = this.#position ?? from;
    const spaces = [...catalogue.spaces()].filter((space) => this.#spaces.has(spaceName(space)));
    const isPreviewed = (space: SpaceKey) => this.#listened().get(spaceName(space)) === 'everything';
    return Math.min(longestTimer, Math.max(1, nextTransition(spaces, at, isPreviewed) - now()));
  }

  async #tellSpace(happened: SpaceEvents, position: Position): Promise<void> {
    const chunks = new Map<string, Chunk | undefined>();
    await this.#send([...(this.#spaces.get(spaceName(happened)) ?? [])], async ({ audience }) => {
      const name = JSON.stringify(audience);
      if (!chunks.has(name)) chunks.set(name, await this.#chunk(happened, audience, position));
      return chunks.get(name);
    });
  }

  /** Sends a chunk to each; after a few, others get their turn. */
  async #send(
    subscribers: Iterable<Subscriber>,
    chunkFor: (subscriber: Subscriber) => Promise<Chunk | undefined>,
  ): Promise<void> {
    const pause = createPause();
    for (const subscriber of subscribers) {
      const chunk = await chunkFor(subscriber);
      if (chunk === undefined) continue;
      if (subscriber.isAllowed(this.#options.now())) {
        subscriber.push(this.#counted(chunk));
      } else subscriber.end();
      await pause();
    }
  }

  /** What an audience hears; undefined for nothing. */
  async #chunk(happened: SpaceEvents, audience: Audience, position: Position): Promise<Chunk | undefined> {
    if (hasLost(happened, audience)) return this.#reset(position);
    const heard = happened.events.filter((event) => hears(audience, event));
    const embedded = audience.instances && (await this.#embedded(heard, audience, audience.instances));
    const told = embedded === undefined ? heard : heard.filter((event) => isAmong(embedded, event));
    if (told.length === 0) return undefined;
    // Whoever loses the connection in between hears all of it again.
    const id = this.#options.positions.encode(position);
    const text = told.map((event, index) => format(event, index === told.length - 1 ? id : '')).join('');
    return { bytes: Buffer.from(text), events: told.length };
  }

  /** Of what belongs to the space as a whole, those who listen to instances hear what items of these embed. */
  async #embedded(
    events: readonly ContentEvent[],
    audience: Audience,
    instances: readonly string[],
  ): Promise<ReadonlyMap<Kind, ReadonlySet<string>>> {
    const changed = events.filter(({ type, key }) => type === 'changed' && !isAppKind(key.kind));
    const wanted = new Map(
      Array.from(
        Map.groupBy(changed, ({ key }) => key.kind),
        ([kind, group]) => [kind, group.map(({ key }) => key.id)] as const,
      ),
    );
    const found = new Map<Kind, Set<string>>();
    const space = this.#options.catalogue.space(audience.projectId, audience.spaceId);
    if (wanted.size === 0 || space === undefined) return found;
    const liveAt = audience.isPreview ? undefined : this.#options.now();
    for (const { kind, instanceId, shelf } of space.shelves()) {
      if (!isAppKind(kind) || !instances.includes(instanceId ?? '')) continue;
      const here = await runInSlices(embeddedIn(space, shelf, wanted, liveAt), createPause());
      for (const [kind, ids] of here) found.set(kind, (found.get(kind) ?? new Set()).union(ids));
    }
    return found;
  }

  /** Tells a subscriber what it has missed, then what happens. */
  #resume(subscriber: Subscriber, from: Position | undefined, until = this.#patienceEnd()): void {
    if (from === undefined) {
      this.#catchUp(subscriber, [this.#reset()]);
      return;
    }
    const name = JSON.stringify([subscriber.audience, from]);
    const known = this.#resuming.get(name);
    if (known === undefined) this.#resuming.set(name, { from, until, subscribers: [subscriber] });
    else known.subscribers.push(subscriber);
    if (!this.#isResuming) void this.#resumeAll();
  }

  /** One after the other, and readers in between: after a restart all come back at once. */
  async #resumeAll(): Promise<void> {
    this.#isResuming = true;
    const pause = createPause();
    for (const [name, { from, until, subscribers }] of this.#resuming) {
      // Whoever comes from now on may need more than is read now.
      this.#resuming.delete(name);
      const [first] = subscribers;
      const missed = first && (await this.#missed(first.audience, from).catch(this.#options.onError));
      for (const subscriber of subscribers.filter(({ isEnded }) => !isEnded)) {
        if (missed !== 'behind') this.#catchUp(subscriber, missed ?? [this.#reset()]);
        else if (performance.now() >= until) this.#catchUp(subscriber, [this.#reset()]);
        else setTimeout(() => this.#resume(subscriber, from, until), lookAgainMilliseconds);
        await pause();
      }
    }
    this.#isResuming = false;
  }

  #patienceEnd(): number {
    return performance.now() + (this.#options.patienceMilliseconds ?? 10_000);
  }

  #catchUp(subscriber: Subscriber, missed: readonly Chunk[]): void {
    subscriber.catchUp(missed.map((chunk) => this.#counted(chunk)));
  }

  /** Undefined if that is not known. */
  async #missed(audience: Audience, from: Position): Promise<Chunk[] | 'behind' | undefined> {
    const everything = audience.isPreview ? 'everything' : 'public';
    const wanted = (space: SpaceKey) => (spaceName(space) === spaceName(audience) ? everything : 'nothing');
    // A machine with a clock that is ahead may have sent more than this one would: then it is sent again.
    const start = { ...from, at: Math.min(from.at, this.#options.now()) };
    const outcome = await readEvents(this.#options, start, wanted);
    if (outcome?.type === 'behind') return 'behind';
    if (outcome?.type !== 'events') return undefined;
    const chunks = [this.#opening(outcome.position)];
    for (const happened of outcome.spaces) {
      const chunk = await this.#chunk(happened, audience, outcome.position);
      if (chunk !== undefined) chunks.unshift(chunk);
    }
    return chunks;
  }

  /** Moves on the position of those who hear nothing, and shows both sides that the connection is alive. */
  async #beat(): Promise<void> {
    this.#isBeatDue = false;
    const id = this.#position && this.#options.positions.encode(this.#position);
    const chunk = id === undefined ? undefined : chunkOf(`id: ${id}\n\n`);
    await this.#send(this.#all(), async ({ isIdle }) => (isIdle ? chunk : undefined));
  }

  #endForbidden(): void {
    const now = this.#options.now();
    for (const subscriber of this.#all()) if (!subscriber.isAllowed(now)) subscriber.end();
  }

  /** What is wanted of each space. */
  #listened(): ReadonlyMap<string, Wanted> {
    const wantedOf = (subscribers: ReadonlySet<Subscriber>): Wanted =>
      subscribers.values().some(({ audience }) => audience.isPreview) ? 'everything' : 'public';
    return new Map(Array.from(this.#spaces, ([name, subscribers]) => [name, wantedOf(subscribers)]));
  }

  *#all(): Iterable<Subscriber> {
    for (const subscribers of [...this.#spaces.values()]) yield* [...subscribers];
  }

  #remove(subscriber: Subscriber): void {
    const name = spaceName(subscriber.audience);
    const others = this.#spaces.get(name);
    others?.delete(subscriber);
    if (others?.size === 0) this.#spaces.delete(name);
    this.#count--;
    const left = (this.#perKey.get(subscriber.key) ?? 1) - 1;
    if (left === 0) this.#perKey.delete(subscriber.key);
    else this.#perKey.set(subscriber.key, left);
  }

  #now(): Position {
    const { catalogue, now } = this.#options;
    return { ...(catalogue.bookmark ?? { revision: 0, mark: '' }), at: now() };
  }

  #opening(position: Position): Chunk {
    return chunkOf(`retry: 2000\nid: ${this.#options.positions.encode(position)}\n\n`);
  }

  #reset(position: Position = this.#position ?? this.#now()): Chunk {
    const id = this.#options.positions.encode(position);
    return { ...chunkOf(`event: reset\nid: ${id}\ndata: {}\n\n`), isReset: true };
  }

  #counted({ bytes, events, isReset }: Chunk): Uint8Array {
    this.#events += events;
    if (isReset) this.#resets++;
    return bytes;
  }
}

/** What is no event. */
function chunkOf(text: string): Chunk {
  return { bytes: Buffer.from(text), events: 0 };
}

function hasLost({ lostShelves }: SpaceEvents, { isPreview, kinds, instances }: Audience): boolean {
  return lostShelves.some(
    ({ kind, instanceId, lost }) =>
      (isPreview || lost === 'everybody') &&
      kinds?.includes(kind) !== false &&
      (!isAppKind(kind) || instances?.includes(instanceId ?? '') !== false),
  );
}

function hears({ isPreview, kinds, instances }: Audience, { key, isPublic }: ContentEvent): boolean {
  if (!isPublic && !isPreview) return false;
  if (kinds?.includes(key.kind) === false) return false;
  return !isAppKind(key.kind) || instances?.includes(key.instanceId ?? '') !== false;
}

function isAmong(embedded: ReadonlyMap<Kind, ReadonlySet<string>>, { type, key }: ContentEvent): boolean {
  return isAppKind(key.kind) || (type === 'changed' && embedded.get(key.kind)?.has(key.id) === true);
}

/** An event as server-sent events write it. */
function format({ type, key, alias, at }: ContentEvent, position: string): string {
  const { kind, instanceId, id } = key;
  const data = JSON.stringify({ kind, instanceId, id, alias, at });
  return `event: ${type}\n${position === '' ? '' : `id: ${position}\n`}data: ${data}\n\n`;
}
