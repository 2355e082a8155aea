import type { Kind } from '@newsstand/contract';
import type { Credential } from '../store/Credential.ts';
import type { Change, Reader, RecordKey, Space as SpaceKey } from '../store/Store.ts';
import { pauses } from './pauses.ts';
import { renderItem } from './renderItem.ts';
import type { ShelfChange } from './Shelf.ts';
import { Space } from './Space.ts';
import { type State, stateAt } from './visibility.ts';

/** How many items of a shelf are in which state. */
export type ShelfCount = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string;
  readonly kind: Kind;
} & Record<State, number>;

type Contents = {
  readonly spaces: Map<string, Space>;
  readonly credentials: Map<string, Credential>;
};

/** Everything deliverable, in memory. It changes only in whole revisions of the store, between two requests. */
export class Catalogue {
  #contents: Contents = { spaces: new Map(), credentials: new Map() };
  #revision = -1;
  #versions = 0;
  readonly #mediaUrl: string;

  constructor(options: { readonly mediaUrl: string }) {
    this.#mediaUrl = options.mediaUrl;
  }

  /** The revision of the store that is shown; -1 before anything was loaded. */
  get revision(): number {
    return this.#revision;
  }

  space(projectId: string, spaceId: string): Space | undefined {
    return this.#contents.spaces.get(spaceName({ projectId, spaceId }));
  }

  credential(key: string): Credential | undefined {
    return this.#contents.credentials.get(key);
  }

  /** What is on the shelves at a moment. */
  counts(at: number): readonly ShelfCount[] {
    return [...this.#contents.spaces.values()].flatMap((space) =>
      Array.from(space.shelves(), ({ kind, instanceId, shelf }) => {
        const { projectId, spaceId } = space;
        const count = { live: 0, scheduled: 0, closed: 0, draft: 0 };
        for (const item of shelf.items()) count[stateAt(item, at)]++;
        return { projectId, spaceId, ...(instanceId === undefined ? {} : { instanceId }), kind, ...count };
      }),
    );
  }

  /** Reads everything anew, beside what is shown, and then shows it instead. */
  async load(reader: Reader): Promise<void> {
    const fresh: Contents = { spaces: new Map(), credentials: new Map() };
    const revision = await reader.revision();
    const pause = pauses();
    for (const space of await reader.spaces()) openSpace(fresh, space);
    for (const instance of await reader.instances()) {
      openSpace(fresh, instance).openShelf(instance.app, instance.instanceId);
    }
    for (const credential of await reader.credentials()) fresh.credentials.set(credential.key, credential);
    for await (const records of reader.records()) {
      const plan = new Plan(fresh);
      for (const record of records) {
        plan.add(record, { id: record.id, item: renderItem(record, this.#mediaUrl) });
        await pause();
      }
      plan.carryOut();
    }
    for (const space of fresh.spaces.values()) space.version = ++this.#versions;
    this.#contents = fresh;
    this.#revision = revision;
  }

  /** Takes in the changes that lead to a revision: they are made ready first, and then all shown at once. */
  async apply(batches: AsyncIterable<readonly Change[]>, revision: number): Promise<void> {
    const contents = this.#contents;
    const plan = new Plan(contents);
    const pause = pauses();
    const others: OtherChange[] = [];
    for await (const changes of batches) {
      for (const change of changes) {
        if (change.type === 'record') {
          const { key, record } = change;
          const item = record === undefined ? undefined : renderItem(record, this.#mediaUrl);
          plan.add(key, { id: key.id, item });
        } else others.push(change);
        await pause();
      }
    }
    const changed = [...others.flatMap((change) => applyOther(contents, change)), ...plan.carryOut()];
    for (const space of changed) space.version = ++this.#versions;
    this.#revision = revision;
  }

  /** Brings the search indexes up to date, in short turns between requests. */
  async tidy(): Promise<void> {
    const pause = pauses();
    for (const space of this.#contents.spaces.values()) {
      for (const { shelf } of space.shelves()) {
        while (!shelf.tidy(pause.isDue)) await pause();
      }
    }
  }
}

/** Changes of many shelves, collected so that they can be put there in one go. */
class Plan {
  readonly #contents: Contents;
  readonly #changes = new Map<string, { readonly key: RecordKey; readonly changes: ShelfChange[] }>();

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  add(key: RecordKey, change: ShelfChange): void {
    const name = `${spaceName(key)}/${key.kind}/${key.instanceId ?? ''}`;
    const known = this.#changes.get(name);
    if (known === undefined) this.#changes.set(name, { key, changes: [change] });
    else known.changes.push(change);
  }

  /** Gives back the spaces that have changed. */
  carryOut(): ReadonlySet<Space> {
    const changed = new Set<Space>();
    for (const { key, changes } of this.#changes.values()) {
      const space = openSpace(this.#contents, key);
      const holds = changes.some(({ item }) => item !== undefined);
      const shelf = holds ? space.openShelf(key.kind, key.instanceId) : space.shelf(key.kind, key.instanceId);
      shelf?.change(changes);
      changed.add(space);
    }
    return changed;
  }
}

type OtherChange = Exclude<Change, { type: 'record' }>;

/** Gives back the spaces that have changed. */
function applyOther(contents: Contents, change: OtherChange): readonly Space[] {
  if (change.type === 'credential') {
    contents.credentials.set(change.credential.key, change.credential);
    return [];
  }
  if (change.type === 'space') return [openSpace(contents, change.space)];
  const { app, instanceId } = change.instance;
  const space = openSpace(contents, change.instance);
  if (change.present) space.openShelf(app, instanceId);
  else space.closeInstance(app, instanceId);
  return [space];
}

function openSpace(contents: Contents, key: SpaceKey): Space {
  const name = spaceName(key);
  let space = contents.spaces.get(name);
  if (space === undefined) {
    space = new Space(key.projectId, key.spaceId);
    contents.spaces.set(name, space);
  }
  return space;
}

/** IDs hold no slash, so this names one space only. */
function spaceName({ projectId, spaceId }: SpaceKey): string {
  return `${projectId}/${spaceId}`;
}
