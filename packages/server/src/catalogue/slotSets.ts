/** The slots that stand in all of some ascending lists; undefined where there is no list. */
export function intersectSlots(lists: readonly Uint32Array[]): Uint32Array | undefined {
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length);
  return shortest === undefined ? undefined : others.reduce(intersectTwo, shortest);
}

function intersectTwo(few: Uint32Array, many: Uint32Array): Uint32Array {
  const shared = new Uint32Array(few.length);
  let count = 0;
  let place = 0;
  for (let index = 0; index < few.length; index++) {
    const slot = few[index] ?? 0;
    place = firstNotBelow(many, slot, place);
    if (place === many.length) break;
    if (many[place] === slot) shared[count++] = slot;
  }
  return shared.subarray(0, count);
}

/** Goes on in growing steps and then halves: quick for neighbours and for a few slots among many. */
function firstNotBelow(slots: Uint32Array, wanted: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < slots.length && (slots[low + step] ?? 0) < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, slots.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From this many lists on, marking slots is quicker than merging list by list. */
const manyLists = 5;

/** The slots that stand in at least one of some ascending lists, ascending. */
export function uniteSlots(lists: readonly Uint32Array[]): Uint32Array {
  const [first, ...others] = lists.toSorted((a, b) => a.length - b.length);
  if (first === undefined) return new Uint32Array(0);
  return lists.length < manyLists ? others.reduce(uniteTwo, first) : uniteMany(lists);
}

function uniteTwo(left: Uint32Array, right: Uint32Array): Uint32Array {
  const all = new Uint32Array(left.length + right.length);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const a = left[i] ?? 0;
    const b = right[j] ?? 0;
    all[count++] = a < b ? a : b;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  const rest = i < left.length ? left.subarray(i) : right.subarray(j);
  all.set(rest, count);
  return all.subarray(0, count + rest.length);
}

function uniteMany(lists: readonly Uint32Array[]): Uint32Array {
  const capacity = lists.reduce((most, list) => Math.max(most, (list.at(-1) ?? -1) + 1), 0);
  const marked = new Uint8Array(capacity);
  let count = 0;
  for (const list of lists) {
    for (let place = 0; place < list.length; place++) {
      const slot = list[place] ?? 0;
      count += 1 - (marked[slot] ?? 0);
      marked[slot] = 1;
    }
  }
  const united = new Uint32Array(count);
  for (let slot = 0, place = 0; slot < capacity; slot++) if (marked[slot] === 1) united[place++] = slot;
  return united;
}
