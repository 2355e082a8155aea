import { blockPlaces } from './Marks.ts';

/**
 * The three things that are done to whole sets of places, as WebAssembly written by hand: only there can the runtime
 * be told to work on 128 bits at once. What filters let through is found six times as quickly as by the same loops in
 * TypeScript, and that is most of what the view of a list takes.
 */
type Machine = {
  readonly memory: WebAssembly.Memory;
  /** Adds the bits of one region to another; regions are so many bytes long, whole blocks. */
  or(into: number, from: number, bytes: number): void;
  /** Keeps what is in both. */
  and(into: number, from: number, bytes: number): void;
  /** Counts the bits of each block of a region, as 16-bit numbers one after another, and of all. */
  count(region: number, counts: number, bytes: number): number;
};

/** How much is done in one round, in bytes: what is counted together. */
const stride = blockPlaces / 8;
const lane = 16;

const i32 = 0x7f;
const simd = 0xfd;
const end = 0x0b;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, ...signed(value)];
const add = [0x6a];
const load = (offset: number) => [simd, 0x00, 4, offset];
const store = (offset: number) => [simd, 0x0b, 4, offset];
const store16 = [0x3b, 1, 0];
const bothOf = [simd, 0x4e];
const eitherOf = [simd, 0x50];
const loadWord = (offset: number) => [0x29, 3, offset];
const countInWord = [0x7b];
const addWords = [0x7c];
const wrap = [0xa7];

/** The parameters of all three: two places in memory, and how many bytes are left to do. */
const [first, second, left, total, sum] = [0, 1, 2, 3, 4];
const lanes = Array.from({ length: stride / lane }, (_, number) => number * lane);
const words = Array.from({ length: stride / 8 }, (_, number) => number * 8);

function combining(operation: readonly number[]): number[] {
  const body = lanes.flatMap((offset) => [
    ...get(first),
    ...[...get(first), ...load(offset), ...get(second), ...load(offset), ...operation],
    ...store(offset),
  ]);
  return functionOf([], [...rounds([...body, ...step(first, stride), ...step(second, stride)])]);
}

/** Eight bytes at a time: the processor counts the bits of a word in one step, those of a lane in many. */
function counting(): number[] {
  const summed = words.flatMap((offset, number) => [
    ...[...get(first), ...loadWord(offset), ...countInWord],
    ...(number === 0 ? [] : addWords),
  ]);
  const body = [
    ...[...summed, ...wrap, ...set(sum)],
    ...[...get(second), ...get(sum), ...store16],
    ...[...get(total), ...get(sum), ...add, ...set(total)],
    ...[...step(first, stride), ...step(second, 2)],
  ];
  return functionOf([2, i32], [...rounds(body), ...get(total)]);
}

function step(local: number, by: number): number[] {
  return [...get(local), ...constant(by), ...add, ...set(local)];
}

/** Once for each stride that is left. */
function rounds(body: readonly number[]): number[] {
  const [block, loop, nothing, branch, branchIf, isZero] = [0x02, 0x03, 0x40, 0x0c, 0x0d, 0x45];
  return [
    ...[block, nothing, loop, nothing],
    ...[...get(left), isZero, branchIf, 1],
    ...[...body, ...step(left, -stride)],
    ...[branch, 0, end, end],
  ];
}

/** Locals come as pairs of how many and of which type. */
function functionOf(locals: readonly number[], body: readonly number[]): number[] {
  return sized([locals.length / 2, ...locals, ...body, end]);
}

function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function section(id: number, entries: readonly (readonly number[])[]): number[] {
  return [id, ...sized([entries.length, ...entries.flat()])];
}

/** Numbers take seven bits a byte, the lowest first; the highest bit tells that more come. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** The same, where the last byte's second bit is the sign. */
function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

function exported(name: string, kind: number, index: number): number[] {
  return [...sized([...Buffer.from(name)]), kind, index];
}

function assemble(): Uint8Array<ArrayBuffer> {
  const threeNumbers = [0x60, 3, i32, i32, i32];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [
      [...threeNumbers, 0],
      [...threeNumbers, 1, i32],
    ]),
    ...section(3, [[0], [0], [1]]),
    ...section(5, [[0, 0]]),
    ...section(7, [
      exported('memory', 2, 0),
      exported('or', 0, 0),
      exported('and', 0, 1),
      exported('count', 0, 2),
    ]),
    ...section(10, [combining(eitherOf), combining(bothOf), counting()]),
  ]);
}

/** Starts the machine, with no memory yet. */
export function startBitMachine(): Machine {
  const { memory, or, and, count } = new WebAssembly.Instance(new WebAssembly.Module(assemble())).exports;
  if (!(memory instanceof WebAssembly.Memory) || !isFunction(or) || !isFunction(and) || !isFunction(count)) {
    throw new Error('the bit machine is not what it was assembled to be');
  }
  return { memory, or, and, count };
}

function isFunction(value: unknown): value is (a: number, b: number, bytes: number) => number {
  return typeof value === 'function';
}
