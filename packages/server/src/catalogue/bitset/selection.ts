import { Bitset, type KernelMemory, kernelMemory, setBit, type Words } from './Bitset.ts';
import { IntSet, lowerBound, sortedShare } from './IntSet.ts';

/** Sets of which a number must be in at least one. */
export type AnyOf = readonly IntSet[];

/**
 * The numbers that were selected: an ascending array if they are few, else a bitset, in the memory of the kernels. It is valid
 * until the next operation on sets: new memory for each would take as long as all else, since the system has to clear it.
 */
export type Selection = Uint32Array | Bitset;

/** The first `count` of some numbers, all different, below what so many words have bits for: whole blocks. */
export function selectionOf(numbers: Uint32Array, count: number, words: number): Selection {
  if (count * sortedShare <= words * 32) return numbers.slice(0, count).sort();
  const memory = kernelMemory(words);
  const bits = memory.clearResult(words);
  for (let at = 0; at < count; at++) setBit(bits, numbers[at] ?? 0);
  return memory.bitset(words);
}

/** The numbers that are in the mask and in every part. */
export function intersect(mask: Bitset, parts: readonly AnyOf[]): Selection {
  if (parts.length === 0) return mask;
  const smallest = parts.reduce((least, part) => (countOf(part) < countOf(least) ? part : least));
  if (smallest.some(({ words }) => words !== undefined)) return intersectWords(mask, parts);
  const others = parts.filter((part) => part !== smallest);
  const union = IntSet.union(smallest, mask.words.length * 32);
  return union.toArray().filter((number) => mask.has(number) && isInAll(others, number));
}

/** How many numbers were selected. */
export function countOfSelection(selection: Selection): number {
  return selection instanceof Bitset ? selection.count : selection.length;
}

/** Whether a number was selected. */
export function isSelected(selection: Selection, number: number): boolean {
  if (selection instanceof Bitset) return selection.has(number);
  return selection[lowerBound(selection, selection.length, number)] === number;
}

/** A function that tells how many selected numbers are less than one; successive numbers must ascend. */
export function ascendingRank(selection: Selection): (number: number) => number {
  if (selection instanceof Bitset) return selection.ascendingRank();
  return (number) => lowerBound(selection, selection.length, number);
}

/** So many selected numbers, ascending, from the `first`-th on (counted from 0). */
export function select(selection: Selection, first: number, size: number): readonly number[] {
  if (selection instanceof Bitset) return selection.select(first, size);
  return Array.from(selection.subarray(first, first + size));
}

function countOf(part: AnyOf): number {
  return part.reduce((sum, { count }) => sum + count, 0);
}

function isInAll(parts: readonly AnyOf[], number: number): boolean {
  return parts.every((part) => part.some((set) => set.has(number)));
}

/** The same as a bitset, also in the memory of the kernels: the quickest if they are many. */
function intersectWords(mask: Bitset, parts: readonly AnyOf[]): Bitset {
  const { length } = mask.words;
  const memory = kernelMemory(length);
  memory.result.set(mask.words);
  for (const part of parts) {
    unite(part, memory, length);
    memory.and(length);
  }
  return memory.bitset(length);
}

/** The members of a set that are in a mask, in the memory of the kernels too. */
export function among(set: IntSet, mask: Bitset): Bitset {
  if (set.words !== undefined) return intersectWords(mask, [[set]]);
  const { length } = mask.words;
  const memory = kernelMemory(length);
  const bits = memory.clearResult(length);
  const members = set.toArray();
  for (let at = 0; at < members.length; at++) {
    const number = members[at] ?? 0;
    if (mask.has(number)) setBit(bits, number);
  }
  return memory.bitset(length);
}

/** Leaves the union of some sets in the first `length` words of the operand. */
function unite(part: AnyOf, memory: KernelMemory, length: number): void {
  const { operand, other } = memory;
  const [first] = part.filter(({ words }) => words !== undefined);
  copyWords(first?.words ?? noWords, operand, length);
  for (const set of part) {
    if (set.words === undefined) set.orInto(operand);
    else if (set !== first) {
      copyWords(set.words, other, length);
      memory.or(length);
    }
  }
}

const noWords = new Int32Array(0);

/** The words of a set may be fewer, or more with zeros at the end. */
function copyWords(words: Words, into: Words, length: number): void {
  if (words.length < length) into.fill(0, words.length, length);
  if (words.length <= into.length) into.set(words);
  else for (let at = 0; at < length; at++) into[at] = words[at] ?? 0;
}
