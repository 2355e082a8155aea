import { type AppKind, appKinds, isAppKind, type Kind } from '@newsstand/contract';
import type { Space as SpaceKey } from '../store/Store.ts';
import type { LinkedIds, Links } from './items/Item.ts';
import { Shelf } from './Shelf.ts';

/** All shelves of one space. */
export class Space {
  readonly projectId: string;
  readonly spaceId: string;
  #version = 0;
  #changedAt: number;
  readonly #now: () => number;
  readonly #collections: { readonly media: Shelf; readonly category: Shelf; readonly tag: Shelf };
  readonly #instances = new Map(appKinds.map((kind) => [kind, new Map<string, Shelf>()]));

  constructor({ projectId, spaceId }: SpaceKey, now: () => number) {
    this.projectId = projectId;
    this.spaceId = spaceId;
    this.#now = now;
    this.#changedAt = now();
    const create = () => new Shelf(undefined, now);
    this.#collections = { media: create(), category: create(), tag: create() };
  }

  /** Changes with every change that a reader could notice. */
  get version(): number {
    return this.#version;
  }

  /** When it last did, or when the space was loaded: what readers saw before is not known. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Notes that readers may notice a change from now on. */
  noteChange(version: number): void {
    this.#version = version;
    this.#changedAt = this.#now();
  }

  get media(): Shelf {
    return this.#collections.media;
  }

  get categories(): Shelf {
    return this.#collections.category;
  }

  get tags(): Shelf {
    return this.#collections.tag;
  }

  /** The shelf of a kind, for news and banners that of an instance; undefined if there is no such instance. */
  shelf(kind: Kind, instanceId = ''): Shelf | undefined {
    if (isAppKind(kind)) return this.#instances.get(kind)?.get(instanceId);
    return this.#collections[kind];
  }

  /** An empty shelf for the items of an instance, which is not shown before it is opened. */
  createShelf(): Shelf {
    return new Shelf((linked) => this.#linksOf(linked), this.#now);
  }

  /** Shows the shelf of an instance. */
  openInstance(app: AppKind, instanceId: string, shelf: Shelf): void {
    this.#instances.get(app)?.set(instanceId, shelf);
  }

  #linksOf({ mediaId, categoryId, tagIds }: LinkedIds): Links {
    return {
      media: this.media.linkTo(mediaId),
      category: this.categories.linkTo(categoryId),
      tags: tagIds.map((tagId) => this.tags.linkTo(tagId)),
    };
  }

  /** What the item in a slot of one of its shelves refers to. */
  linkedIds({ items }: Shelf, slot: number): LinkedIds {
    const [media, category] = [items.mediaOf(slot), items.categoryOf(slot)];
    return {
      mediaId: media < 0 ? undefined : this.media.linkedId(media),
      categoryId: category < 0 ? undefined : this.categories.linkedId(category),
      tagIds: Array.from({ length: items.tagCount(slot) }, (_, index) =>
        this.tags.linkedId(items.tagOf(slot, index)),
      ),
    };
  }

  closeInstance(app: AppKind, instanceId: string): void {
    this.#instances.get(app)?.delete(instanceId);
  }

  /** All shelves with their kinds and instances. */
  *shelves(): Iterable<{ kind: Kind; instanceId?: string; shelf: Shelf }> {
    yield { kind: 'category', shelf: this.categories };
    yield { kind: 'tag', shelf: this.tags };
    yield { kind: 'media', shelf: this.media };
    for (const [kind, instances] of this.#instances) {
      for (const [instanceId, shelf] of instances) yield { kind, instanceId, shelf };
    }
  }
}

/** A name for a space. Unique, since IDs hold no slash. */
export function spaceName({ projectId, spaceId }: SpaceKey): string {
  return `${projectId}/${spaceId}`;
}
