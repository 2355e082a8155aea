import type { MissingMember } from '@newsstand/contract';
import { type Steps, stepElements } from '../../concurrency/timeSlices.ts';
import { hasBit, type Words } from '../bitset/Bitset.ts';
import { type SavedArrays, type Saving, textArray } from '../snapshot/SavedArrays.ts';
import { ByteArena, wordBytes } from './ByteArena.ts';
import type { ByteWriter } from './ByteWriter.ts';
import type { Item, Links, RenderedItem } from './Item.ts';
import {
  bytesOf,
  cell,
  cells,
  draftFlag,
  flagsOf,
  lengthsOf,
  missingByFlags,
  type NumberField,
  numbers,
  numeric,
  orNaN,
  rssFlag,
  type TextCell,
  type TextField,
  wideFlag,
  writeTexts,
} from './itemColumns.ts';
import { VersionTable } from './VersionTable.ts';

export type { NumberField, TextField } from './itemColumns.ts';

/** How many slots a page has: a table in one piece would have to be moved when it grows, which takes long. */
const pageBits = 12;
const pageSlots = 1 << pageBits;
const smallestPage = 16;

const largeText = 65_536;

/**
 * The items of a shelf by their slots, in columns and in an arena of bytes. An object for each item would take three times
 * the memory, and a cache miss for each of its parts when a page is written; and the garbage collector would visit it.
 */
export class ItemTable {
  readonly #arena = new ByteArena();
  readonly #cells: Int32Array<ArrayBuffer>[] = [];
  readonly #numbers: Float64Array<ArrayBuffer>[] = [];
  /** The types of media, by number. */
  readonly #types: string[] = [];
  /** The few items that have a next version, or are one. */
  readonly versions = new VersionTable();
  #length = 0;
  /** The large text that was decoded last: until it is indexed, every search reads it, and each time would take milliseconds. */
  #lastLarge: WeakRef<{ readonly slot: number; readonly text: string }> | undefined;

  /** One more than the highest slot there ever was. */
  get length(): number {
    return this.#length;
  }

  /** What the texts take. */
  get bytes(): number {
    return this.#arena.bytes;
  }

  /** Puts an item into a slot that has none. */
  put(slot: number, rendered: RenderedItem, { media, category, tags }: Links): void {
    this.#reserve(slot);
    const { item, text, version, packed } = rendered;
    if (version !== undefined) this.versions.set(slot, version);
    const { statusAt, mediaAt, detailsAt } = rendered.splices;
    const lengths = lengthsOf(rendered);
    const bytes = bytesOf(tags.length, lengths);
    const { chunk, start: first } =
      packed === undefined ? this.#arena.reserve(bytes) : this.#arena.adopt(packed, bytes);
    const start = first + tags.length * wordBytes;
    const flags = flagsOf(item, text?.isWide === true);
    const row = [chunk, start, tags.length, ...lengths, statusAt, mediaAt, detailsAt, media, category];
    this.#cells[slot >>> pageBits]?.set([...row, this.#typeNumber(item.type), flags], rowOf(slot) * cells);
    const { createdAt, updatedAt, reservedAt, openingAt, fileSize, duration, publishedAt, position } = item;
    const stamps = [createdAt, updatedAt, reservedAt, openingAt];
    const values = [...stamps, fileSize, duration, publishedAt, position].map(orNaN);
    const times = [item.liveFrom, item.liveUntil];
    this.#numbers[slot >>> pageBits]?.set([...times, ...values], rowOf(slot) * numbers);
    this.#arena.words(chunk)?.set(tags, first / wordBytes);
    const buffer = this.#arena.buffer(chunk);
    if (buffer !== undefined && packed === undefined) writeTexts(buffer, start, rendered);
  }

  /** Removes the item of a slot. */
  clear(slot: number): void {
    if (!this.has(slot)) return;
    this.#arena.release(this.#cell(slot, cell.chunk), this.#bytesOf(slot));
    this.#clearRow(slot);
    this.versions.delete(slot);
    this.#lastLarge = undefined;
  }

  has(slot: number): boolean {
    return this.#cell(slot, cell.json) > 0;
  }

  /** The item in a slot. */
  get(slot: number): Item | undefined {
    if (!this.has(slot)) return undefined;
    return {
      id: this.idOf(slot),
      alias: this.textIn(slot, 'alias'),
      name: this.textIn(slot, 'name') ?? '',
      publishedAt: this.numberIn(slot, 'publishedAt'),
      createdAt: this.numberIn(slot, 'createdAt'),
      updatedAt: this.numberIn(slot, 'updatedAt'),
      reservedAt: this.numberIn(slot, 'reservedAt'),
      openingAt: this.numberIn(slot, 'openingAt'),
      closingAt: this.closingAt(slot),
      publishedFrom: this.publishedFrom(slot),
      liveFrom: this.#number(slot, numeric.liveFrom),
      liveUntil: this.#number(slot, numeric.liveUntil),
      type: this.typeOf(slot),
      fileSize: this.numberIn(slot, 'fileSize'),
      duration: this.numberIn(slot, 'duration'),
      isRss: this.isRss(slot),
      position: this.numberIn(slot, 'position'),
      missing: this.missingIn(slot),
    };
  }

  isLive(slot: number, at: number): boolean {
    const page = this.#numbers[slot >>> pageBits];
    if (page === undefined) return false;
    const row = rowOf(slot) * numbers;
    // A slot without an item has NaN, which is never less or equal.
    return (page[row] ?? Number.NaN) <= at && at < (page[row + numeric.liveUntil] ?? 0);
  }

  liveFrom(slot: number): number {
    return this.#number(slot, numeric.liveFrom);
  }

  liveUntil(slot: number): number {
    return this.#number(slot, numeric.liveUntil);
  }

  publishedFrom(slot: number): number {
    const isDraft = (this.#cell(slot, cell.flags) & draftFlag) !== 0;
    return this.numberIn(slot, 'reservedAt') ?? (isDraft ? Infinity : -Infinity);
  }

  closingAt(slot: number): number | undefined {
    const until = this.versions.get(slot)?.liveUntil ?? this.#number(slot, numeric.liveUntil);
    return Number.isFinite(until) ? until : undefined;
  }

  numberIn(slot: number, field: NumberField): number | undefined {
    const value = this.#number(slot, numeric[field]);
    return Number.isNaN(value) ? undefined : value;
  }

  textIn(slot: number, field: TextField): string | undefined {
    return this.#decode(slot, cell[field]);
  }

  idOf(slot: number): string {
    return this.#decode(slot, cell.id) ?? '';
  }

  typeOf(slot: number): string | undefined {
    return this.has(slot) ? this.#types[this.#cell(slot, cell.type)] : undefined;
  }

  isRss(slot: number): boolean {
    return (this.#cell(slot, cell.flags) & rssFlag) !== 0;
  }

  /** What the item in a slot lacks: something only if it is an incomplete draft. */
  missingIn(slot: number): readonly MissingMember[] {
    return missingByFlags(this.#cell(slot, cell.flags));
  }

  /** Whether the item in a slot is searched. */
  hasText(slot: number): boolean {
    return this.has(slot) && this.#cell(slot, cell.text) >= 0;
  }

  /** What is searched; undefined if nothing is. */
  textOf(slot: number): string | undefined {
    if (!this.hasText(slot)) return undefined;
    const last = this.#lastLarge?.deref();
    if (last?.slot === slot) return last.text;
    const encoding = (this.#cell(slot, cell.flags) & wideFlag) === 0 ? 'latin1' : 'utf16le';
    const text = this.#decode(slot, cell.text, encoding) ?? '';
    if (text.length > largeText) this.#lastLarge = new WeakRef({ slot, text });
    return text;
  }

  /** Writes what is searched, as it is stored; returns whether it takes two bytes for each unit. */
  writeText(writer: ByteWriter, slot: number): boolean {
    const buffer = this.#bufferOf(slot);
    const start = this.#startOf(slot, cell.text);
    if (buffer !== undefined) writer.slice(buffer, start, start + this.#cell(slot, cell.text));
    return (this.#cell(slot, cell.flags) & wideFlag) !== 0;
  }

  /** Where the word `published` begins; -1 if there is no status. */
  statusAt(slot: number): number {
    return this.#cell(slot, cell.statusAt);
  }

  /** Where `,"media":{…}` goes; -1 if there is no picture. */
  mediaAt(slot: number): number {
    return this.#cell(slot, cell.mediaAt);
  }

  /** Where `,"category":{…}` and `,"tags":[…]` go; -1 if there are none. */
  detailsAt(slot: number): number {
    return this.#cell(slot, cell.detailsAt);
  }

  /** The picture; -1 if there is none. */
  mediaOf(slot: number): number {
    return this.#cell(slot, cell.media);
  }

  /** The category; -1 if there is none. */
  categoryOf(slot: number): number {
    return this.#cell(slot, cell.category);
  }

  tagCount(slot: number): number {
    return this.#cell(slot, cell.tags);
  }

  /** One of the tags, counted from 0. */
  tagOf(slot: number, index: number): number {
    const words = this.#arena.words(this.#cell(slot, cell.chunk));
    return words?.[this.#cell(slot, cell.start) / wordBytes - this.tagCount(slot) + index] ?? -1;
  }

  /** Whether a slot has this JSON and refers to the same things. */
  equals(slot: number, json: Buffer, { media, category, tags }: Links): boolean {
    const length = this.#cell(slot, cell.json);
    const start = this.#cell(slot, cell.start);
    return (
      length === json.length &&
      this.mediaOf(slot) === media &&
      this.categoryOf(slot) === category &&
      this.tagCount(slot) === tags.length &&
      tags.every((tag, index) => this.tagOf(slot, index) === tag) &&
      this.#bufferOf(slot)?.compare(json, 0, length, start, start + length) === 0
    );
  }

  /** Writes the JSON of a slot, or the part of it from one index to another. */
  writeJson(writer: ByteWriter, slot: number, from = 0, to = this.#cell(slot, cell.json)): void {
    const buffer = this.#bufferOf(slot);
    const start = this.#cell(slot, cell.start);
    if (buffer !== undefined && to > from) writer.slice(buffer, start + from, start + to);
  }

  /** Writes the JSON of a category or tag as it stands inside a news item. */
  writeShort(writer: ByteWriter, slot: number): void {
    const buffer = this.#bufferOf(slot);
    const start = this.#startOf(slot, cell.short);
    const length = this.#cell(slot, cell.short);
    if (buffer !== undefined && length > 0) writer.slice(buffer, start, start + length);
  }

  /** Closes gaps in the arena: when a quarter of it is gaps, the emptiest chunk is moved elsewhere. */
  *compact(): Steps<void> {
    for (let next = this.#arena.retireChunk(); next !== undefined; next = this.#arena.retireChunk()) {
      yield* this.#moveOut(next);
    }
  }

  *#moveOut(chunk: number): Steps<void> {
    const buffer = this.#arena.buffer(chunk);
    // The chunk may be empty, and its number given to another one, before all slots were looked at.
    for (let slot = 0; slot < this.#length && this.#arena.buffer(chunk) === buffer; slot++) {
      const isThere = this.has(slot) && this.#cell(slot, cell.chunk) === chunk;
      if (isThere && buffer !== undefined) this.#move(slot, buffer);
      if (isThere || slot % stepElements === 0) yield;
    }
  }

  #move(slot: number, from: Buffer): void {
    const bytes = this.#bytesOf(slot);
    const tags = this.tagCount(slot) * wordBytes;
    const start = this.#cell(slot, cell.start) - tags;
    const to = this.#arena.reserve(bytes);
    const buffer = this.#arena.buffer(to.chunk);
    if (buffer !== undefined) from.copy(buffer, to.start, start, start + bytes);
    this.#arena.release(this.#cell(slot, cell.chunk), bytes);
    this.#cells[slot >>> pageBits]?.set([to.chunk, to.start + tags], rowOf(slot) * cells);
  }

  /** Saves what there is now. No slot may be cleared or moved meanwhile; what is put may be saved or not. */
  *save(): Saving {
    const pages = this.#cells.length;
    yield Float64Array.of(this.#length, pages);
    yield textArray(this.#types.join('\n'));
    yield* this.versions.save();
    for (let page = 0; page < pages; page++) {
      yield this.#cells[page]?.slice();
      yield this.#numbers[page]?.slice();
    }
    yield* this.#arena.save();
  }

  /** Uses what has been saved where it lies in the file, mapped into memory. */
  moveTo(file: Uint8Array<ArrayBuffer>): void {
    this.#arena.moveTo(file);
  }

  /** Loads a snapshot; only some slots have items in it. */
  *load(saved: SavedArrays, isSaved: Words): Steps<void> {
    const [length = 0, pages = 0] = saved.next(Float64Array);
    this.#length = length;
    const types = saved.text();
    if (types !== '') this.#types.push(...types.split('\n'));
    this.versions.load(saved, isSaved);
    for (let page = 0; page < pages; page++) {
      this.#cells.push(saved.next(Int32Array));
      this.#numbers.push(saved.next(Float64Array));
      yield;
    }
    this.#arena.load(saved);
    for (let slot = 0; slot < this.#length; slot++) {
      if (hasBit(isSaved, slot)) this.#arena.keep(this.#cell(slot, cell.chunk), this.#bytesOf(slot));
      else this.#clearRow(slot);
      if (slot % stepElements === 0) yield;
    }
    this.#arena.dropUnneeded();
  }

  #clearRow(slot: number): void {
    const row = rowOf(slot);
    this.#cells[slot >>> pageBits]?.fill(0, row * cells, (row + 1) * cells);
    this.#numbers[slot >>> pageBits]?.fill(Number.NaN, row * numbers, (row + 1) * numbers);
  }

  #cell(slot: number, column: number): number {
    return this.#cells[slot >>> pageBits]?.[rowOf(slot) * cells + column] ?? 0;
  }

  #number(slot: number, column: number): number {
    return this.#numbers[slot >>> pageBits]?.[rowOf(slot) * numbers + column] ?? Number.NaN;
  }

  #bufferOf(slot: number): Buffer | undefined {
    return this.#arena.buffer(this.#cell(slot, cell.chunk));
  }

  /** Where one of the texts begins. */
  #startOf(slot: number, text: TextCell): number {
    let start = this.#cell(slot, cell.start);
    for (let before: number = cell.json; before < text; before++)
      start += Math.max(0, this.#cell(slot, before));
    return start;
  }

  /** What the tags and all texts take. */
  #bytesOf(slot: number): number {
    const end = this.#startOf(slot, cell.short) + Math.max(0, this.#cell(slot, cell.short));
    return end - this.#cell(slot, cell.start) + this.tagCount(slot) * wordBytes;
  }

  #decode(slot: number, text: TextCell, encoding: BufferEncoding = 'utf8'): string | undefined {
    const length = this.#cell(slot, text);
    if (length < 0) return undefined;
    const start = this.#startOf(slot, text);
    return this.#bufferOf(slot)?.toString(encoding, start, start + length) ?? '';
  }

  #typeNumber(type: string | undefined): number {
    if (type === undefined) return -1;
    const known = this.#types.indexOf(type);
    return known < 0 ? this.#types.push(type) - 1 : known;
  }

  /** Only the first page grows, so that a small shelf takes little memory. */
  #reserve(slot: number): void {
    this.#length = Math.max(this.#length, slot + 1);
    for (;;) {
      const last = this.#cells.length - 1;
      const rows = (this.#cells[last]?.length ?? 0) / cells;
      if (slot < last * pageSlots + rows) return;
      const isFull = last >= 0 && rows === pageSlots;
      const page = isFull ? last + 1 : Math.max(0, last);
      const size = isFull ? pageSlots : Math.max(smallestPage, rows * 2);
      const larger = new Int32Array(size * cells);
      const values = new Float64Array(size * numbers).fill(Number.NaN);
      larger.set(this.#cells[page] ?? []);
      values.set(this.#numbers[page] ?? []);
      this.#cells[page] = larger;
      this.#numbers[page] = values;
    }
  }
}

function rowOf(slot: number): number {
  return slot & (pageSlots - 1);
}
