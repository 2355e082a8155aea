/** The largest block an arena gives. */
export const LARGEST_BLOCK = 768;

const SIZES = blockSizes();
const CLASS_OF = Uint8Array.from({ length: LARGEST_BLOCK * 2 }, (_, size) => {
  const found = SIZES.findIndex((s) => s >= size);
  return found < 0 ? SIZES.length : found;
});

/** Two sizes to a doubling, so that a short list does not move with every entry; from 64 on four, to waste less. */
function blockSizes(): number[] {
  const sizes: number[] = [];
  for (let size = 4; size < 64; size *= 2) sizes.push(size, size * 1.5);
  for (let size = 64; size <= LARGEST_BLOCK; size *= 2) {
    sizes.push(size, size * 1.25, size * 1.5, size * 1.75);
  }
  return sizes.filter((size) => size <= LARGEST_BLOCK);
}

/**
 * Many small blocks of bytes in one array. An array object for each would cost more than most posting lists hold.
 * A block's place in `bytes` stays until it is resized or freed; `bytes` itself is replaced when it grows.
 */
export class ByteArena {
  bytes = new Uint8Array(1024);
  private end = 0;
  private readonly free: number[][] = SIZES.map(() => []);

  allocate(size: number): number {
    const sizeClass = CLASS_OF[size] ?? 0;
    const reused = this.free[sizeClass]?.pop();
    if (reused !== undefined) return reused;
    const at = this.end;
    this.end += SIZES[sizeClass] ?? 0;
    if (this.end > this.bytes.length) this.grow();
    return at;
  }

  release(at: number, size: number): void {
    this.free[CLASS_OF[size] ?? 0]?.push(at);
  }

  /** Whether a block of one size can hold the other without moving; none can hold more than the largest. */
  fits(size: number, otherSize: number): boolean {
    return CLASS_OF[size] === CLASS_OF[otherSize];
  }

  private grow(): void {
    const bigger = new Uint8Array(this.end + (this.end >> 3));
    bigger.set(this.bytes);
    this.bytes = bigger;
  }
}
