import { type AppKind, isAppKind, type Kind } from '@newsstand/contract';
import type { Item } from './items/Item.ts';
import type { Links } from './items/JsonArena.ts';
import { Shelf } from './Shelf.ts';

/** All shelves of one space. `version` changes with every change that a reader could notice. */
export class Space {
  readonly projectId: string;
  readonly spaceId: string;
  version = 0;
  readonly #collections = { media: new Shelf(), category: new Shelf(), tag: new Shelf() };
  readonly #instances = { news: new Map<string, Shelf>(), banner: new Map<string, Shelf>() };

  constructor(projectId: string, spaceId: string) {
    this.projectId = projectId;
    this.spaceId = spaceId;
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

  /** The shelf of a kind, for news and banners that of an instance; undefined where there is no such instance. */
  shelf(kind: Kind, instanceId = ''): Shelf | undefined {
    if (isAppKind(kind)) return this.#instances[kind].get(instanceId);
    return this.#collections[kind];
  }

  /** The same, created where it is missing. */
  openShelf(kind: Kind, instanceId = ''): Shelf {
    const there = this.shelf(kind, instanceId);
    if (there !== undefined) return there;
    const shelf = new Shelf((item) => this.#linksOf(item));
    if (isAppKind(kind)) this.#instances[kind].set(instanceId, shelf);
    return shelf;
  }

  #linksOf({ mediaId, categoryId, tagIds }: Item): Links {
    return {
      media: this.media.linkTo(mediaId),
      category: this.categories.linkTo(categoryId),
      tags: tagIds.map((tagId) => this.tags.linkTo(tagId)),
    };
  }

  closeInstance(app: AppKind, instanceId: string): void {
    this.#instances[app].delete(instanceId);
  }

  /** All shelves with their kinds and instances. */
  *shelves(): Iterable<{ kind: Kind; instanceId?: string; shelf: Shelf }> {
    yield { kind: 'category', shelf: this.categories };
    yield { kind: 'tag', shelf: this.tags };
    yield { kind: 'media', shelf: this.media };
    for (const app of ['news', 'banner'] as const) {
      for (const [instanceId, shelf] of this.#instances[app]) yield { kind: app, instanceId, shelf };
    }
  }
}
