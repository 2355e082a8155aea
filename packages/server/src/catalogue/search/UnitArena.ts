/** The largest block an arena gives, in units. */
export const LARGEST_BLOCK = 512;

const SIZES = blockSizes();
const CLASS_OF = Uint8Array.from({ length: LARGEST_BLOCK + 1 }, (_, size) =>
  SIZES.findIndex((s) => s >= size),
);

/** Two sizes to a doubling, so that a short list does not move with every entry; from 16 on four, to waste less. */
function blockSizes(): number[] {
  const sizes: number[] = [];
  for (let size = 2; size < 16; size *= 2) sizes.push(size, size * 1.5);
  for (let size = 16; size <= LARGEST_BLOCK; size *= 2) {
    sizes.push(size, size * 1.25, size * 1.5, size * 1.75);
  }
  return sizes.filter((size) => size <= LARGEST_BLOCK);
}

/**
 * Many small blocks of 16-bit units in one array. An array object for each would cost more than most posting lists
 * hold. A block's place in `units` stays until it is released; `units` itself is replaced when it grows.
 */
export class UnitArena {
  units: Uint16Array;
  private end = 0;
  private freeUnits = 0;
  private readonly free: number[][] = SIZES.map(() => []);

  constructor(units = 512) {
    this.units = new Uint16Array(units + (units >> 3));
  }

  /** How many units are in blocks that are in use. */
  inUse(): number {
    return this.end - this.freeUnits;
  }

  /** Whether a third of it is free blocks (too small, mostly, for lists that grow), or a fifth when it is full. */
  isWasteful(): boolean {
    const isFull = this.end + LARGEST_BLOCK > this.units.length;
    return this.freeUnits * (isFull ? 5 : 3) > this.end + LARGEST_BLOCK;
  }

  /** The place of a block for so many units. */
  allocate(size: number): number {
    const sizeClass = CLASS_OF[size] ?? 0;
    const reused = this.free[sizeClass]?.pop();
    if (reused !== undefined) {
      this.freeUnits -= SIZES[sizeClass] ?? 0;
      return reused;
    }
    const at = this.end;
    this.end += SIZES[sizeClass] ?? 0;
    if (this.end > this.units.length) this.grow();
    return at;
  }

  release(at: number, size: number): void {
    const sizeClass = CLASS_OF[size] ?? 0;
    this.free[sizeClass]?.push(at);
    this.freeUnits += SIZES[sizeClass] ?? 0;
  }

  /** Whether a block for one size is also one for the other. */
  fits(size: number, otherSize: number): boolean {
    return CLASS_OF[size] === CLASS_OF[otherSize];
  }

  private grow(): void {
    const bigger = new Uint16Array(this.end + (this.end >> 3));
    bigger.set(this.units);
    this.units = bigger;
  }
}

/** Copies units between places that do not overlap; one by one, which is quicker for the few that most lists have. */
export function copyUnits(
  source: Uint16Array,
  from: number,
  end: number,
  target: Uint16Array,
  to: number,
): void {
  if (end - from > 48) {
    target.set(source.subarray(from, end), to);
    return;
  }
  for (let i = from, j = to; i < end; i++, j++) target[j] = source[i] ?? 0;
}
