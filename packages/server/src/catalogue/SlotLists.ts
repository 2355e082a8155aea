/** Below this many changes, moving the rest of a list for each of them is quicker than writing the list anew. */
const fewChanges = 16;

type Pending = { readonly removed: number[]; readonly added: number[] };

/** Ascending lists of slots by name. Changes are collected, and made list by list when they are settled. */
export class SlotLists {
  readonly #lists = new Map<string, Uint32Array>();
  readonly #pending = new Map<string, Pending>();

  add(name: string, slot: number): void {
    this.#changesOf(name).added.push(slot);
  }

  remove(name: string, slot: number): void {
    this.#changesOf(name).removed.push(slot);
  }

  /** Makes the collected changes. A slot that was both removed and added is there afterwards. */
  settle(): void {
    for (const [name, changes] of this.#pending) {
      const list = patched(this.list(name), changes);
      if (list.length > 0) this.#lists.set(name, list);
      else this.#lists.delete(name);
    }
    this.#pending.clear();
  }

  /** A list as it was last settled; to read, not to change. */
  list(name: string): Uint32Array {
    return this.#lists.get(name) ?? none;
  }

  #changesOf(name: string): Pending {
    let changes = this.#pending.get(name);
    if (changes === undefined) {
      changes = { removed: [], added: [] };
      this.#pending.set(name, changes);
    }
    return changes;
  }
}

const none = new Uint32Array(0);

function patched(list: Uint32Array, { removed, added }: Pending): Uint32Array {
  if (removed.length + added.length > fewChanges) {
    const gone = new Set(removed);
    const all = new Set(added);
    for (let place = 0; place < list.length; place++) {
      const slot = list[place] ?? 0;
      if (!gone.has(slot)) all.add(slot);
    }
    return Uint32Array.from(all).sort();
  }
  const without = removed.reduce(withoutSlot, list);
  return added.reduce(withSlot, without);
}

function withoutSlot(list: Uint32Array, slot: number): Uint32Array {
  const at = placeOf(list, slot);
  if (list[at] !== slot) return list;
  const shorter = new Uint32Array(list.length - 1);
  shorter.set(list.subarray(0, at));
  shorter.set(list.subarray(at + 1), at);
  return shorter;
}

function withSlot(list: Uint32Array, slot: number): Uint32Array {
  const at = placeOf(list, slot);
  if (list[at] === slot) return list;
  const longer = new Uint32Array(list.length + 1);
  longer.set(list.subarray(0, at));
  longer[at] = slot;
  longer.set(list.subarray(at), at + 1);
  return longer;
}

/** Where a slot is, or would be. */
function placeOf(list: Uint32Array, slot: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
