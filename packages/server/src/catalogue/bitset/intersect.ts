import { Bitset } from './Bitset.ts';
import { type IntSet, lowerBound } from './IntSet.ts';
import { type KernelMemory, kernelMemory } from './kernels.ts';
import type { Words } from './words.ts';

/** Sets of which a number must be in at least one. */
export type AnyOf = readonly IntSet[];

/** The numbers that were selected: an ascending array where they are few, else a bitset. */
export type Selection = Uint32Array | Bitset;

/** The numbers that are in the mask and in every part. */
export function intersect(mask: Bitset, parts: readonly AnyOf[]): Selection {
  if (parts.length === 0) return mask;
  const smallest = parts.reduce((least, part) => (countOf(part) < countOf(least) ? part : least));
  if (smallest.some(({ words }) => words !== undefined)) return intersectWords(mask, parts);
  const others = parts.filter((part) => part !== smallest);
  return unionOfSparse(smallest).filter((number) => mask.has(number) && isInAll(others, number));
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

function unionOfSparse(part: AnyOf): Uint32Array {
  const [only] = part;
  if (only?.sorted !== undefined && part.length === 1) return only.sorted;
  return Uint32Array.from(new Set(part.flatMap(({ sorted = [] }) => [...sorted]))).sort();
}

function intersectWords(mask: Bitset, parts: readonly AnyOf[]): Bitset {
  const { length } = mask.words;
  const memory = kernelMemory(length);
  memory.result.set(mask.words);
  for (const part of parts) {
    unite(part, memory, length);
    memory.and(length);
  }
  const { counts, count } = memory.popcount(length);
  // Copying by the constructor, or by slice, takes five times as long.
  const words = new Int32Array(length);
  words.set(memory.result.subarray(0, length));
  return new Bitset(words, counts, count);
}

/** Leaves the union of some sets in the first so many words of the operand. */
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
  into.set(words.length > length ? words.subarray(0, length) : words);
}
