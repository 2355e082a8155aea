import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { BufferBudget, type BufferHolder } from './BufferBudget.ts';
import { graceSeconds, ReadRate } from './ReadRate.ts';

/** A holder that notes that it was cut off. */
function holderOf(budget: BufferBudget, recentlyTaken = 0) {
  const holder: BufferHolder & { isCut: boolean } = {
    isCut: false,
    recentlyTaken,
    cutOff() {
      holder.isCut = true;
      budget.release(holder);
    },
  };
  return holder;
}

test('a shared buffer counts once, until the last holder releases it', () => {
  const budget = new BufferBudget(1000);
  const holders = Array.from({ length: 50 }, () => holderOf(budget));
  const [shared, own] = [new ArrayBuffer(900), new ArrayBuffer(60)];
  for (const holder of holders) budget.hold(holder, [shared]);
  expect(budget.bytes).toBe(900);
  for (const holder of holders.slice(1)) budget.release(holder);
  const [last] = holders;
  if (last === undefined) throw new Error('nobody is left');
  budget.hold(last, [shared, own]);
  expect(budget.bytes).toBe(960);
  // What was freed meanwhile has no size any more.
  shared.transfer(0);
  budget.hold(last, [own]);
  expect(budget.bytes).toBe(60);
  budget.release(last);
  budget.release(last);
  expect([budget.bytes, holders.some(({ isCut }) => isCut)]).toEqual([0, false]);
});

test('those who took least go first, of equals the oldest, until there is room again', () => {
  const budget = new BufferBudget(1000);
  const holders = [90, 50, 50, 30, 90, 40].map((taken) => holderOf(budget, taken));
  const cut = () => holders.map(({ isCut }) => (isCut ? 'cut' : 'held')).join(' ');
  for (const holder of holders) budget.hold(holder, [new ArrayBuffer(160)]);
  expect([budget.bytes, cut()]).toEqual([960, 'held held held held held held']);
  const newest = holderOf(budget, 45);
  budget.hold(newest, [new ArrayBuffer(160)]);
  expect(cut()).toBe('held held held cut held cut');
  budget.hold(newest, [new ArrayBuffer(400)]);
  expect([budget.bytes, newest.isCut, cut()]).toEqual([640, true, 'held held held cut held cut']);
  budget.hold(holderOf(budget, 90), [new ArrayBuffer(361)]);
  expect(cut()).toBe('held cut held cut held cut');
});

test('a holder of most of the memory goes first', () => {
  const budget = new BufferBudget(1000);
  const large = holderOf(budget, 1_000_000);
  const small = Array.from({ length: 10 }, () => holderOf(budget));
  budget.hold(large, [new ArrayBuffer(600)]);
  for (const holder of small) budget.hold(holder, [new ArrayBuffer(50)]);
  expect([large.isCut, small.some(({ isCut }) => isCut), budget.bytes]).toEqual([true, false, 500]);
});

test('a single holder may exceed the limit', () => {
  const budget = new BufferBudget(100);
  const [one, other] = [holderOf(budget), holderOf(budget)];
  budget.hold(one, [new ArrayBuffer(500)]);
  expect([budget.bytes, one.isCut]).toEqual([500, false]);
  budget.hold(other, [new ArrayBuffer(10)]);
  expect([budget.bytes, one.isCut, other.isCut]).toEqual([10, true, false]);
});

test('whatever is held and released, the bytes are those of all buffers held, and within the limit', () => {
  const step = fc.record({
    who: fc.nat(7),
    taken: fc.nat(5),
    buffers: fc.array(fc.nat(9), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new BufferBudget(120);
      const pool = Array.from({ length: 10 }, (_, size) => new ArrayBuffer(5 * (size + 1)));
      const holding = new Map<number, ReadonlySet<ArrayBuffer>>();
      const holders = Array.from({ length: 8 }, (_, who) => ({
        recentlyTaken: 0,
        cutOff() {
          holding.delete(who);
          const holder = holders[who];
          if (holder !== undefined) budget.release(holder);
        },
      }));
      for (const { who, taken, buffers } of steps) {
        const holder = holders[who];
        if (holder === undefined) continue;
        holder.recentlyTaken = taken;
        const wanted = buffers.flatMap((index) => pool[index] ?? []);
        if (wanted.length === 0) holder.cutOff();
        else {
          holding.set(who, new Set(wanted));
          budget.hold(holder, wanted);
        }
        const held = new Set([...holding.values()].flatMap((set) => [...set]));
        expect(budget.bytes).toBe([...held].reduce((sum, { byteLength }) => sum + byteLength, 0));
        expect(budget.bytes <= 120 || holding.size === 1).toBe(true);
      }
    }),
  );
});

test.each([5, 30, 300])(
  'a reader on a slow line keeps its place, though %d a second come that do not read',
  (count) => {
    const budget = new BufferBudget(100_000);
    const readers = new Set<Reader>();

    class Reader implements BufferHolder {
      readonly #pace = new ReadRate(0);
      readonly #rate: number;
      taken = 0;
      isCut = false;

      constructor(rate: number) {
        this.#rate = rate;
        readers.add(this);
        budget.hold(this, [new ArrayBuffer(3200)]);
      }

      get recentlyTaken(): number {
        return this.#pace.recentlyTaken;
      }

      second(): void {
        // What the system of the other side takes by itself, however little is read there.
        if (this.taken === 0) this.taken = 64_000;
        this.taken += this.#rate;
        if (this.#pace.tick(this.taken)) this.cutOff();
      }

      cutOff(): void {
        this.isCut = true;
        readers.delete(this);
        budget.release(this);
      }
    }

    const slow = new Reader(50_000);
    let most = 0;
    for (let second = 0; slow.taken < 3_200_000 && !slow.isCut; second++) {
      for (const reader of readers) reader.second();
      // Until it has been seen to read, it is like any other.
      if (second > graceSeconds) for (let number = 0; number < count; number++) new Reader(0);
      most = Math.max(most, budget.bytes);
    }
    expect([slow.isCut, most <= 100_000]).toEqual([false, true]);
  },
);
