import type { Place } from '@newsstand/contract/manage/plain';
import type { Scope, Space } from './StoredRecord.ts';

export type { Place } from '@newsstand/contract/manage/plain';

/** What operators call a place. Readers are never told. */
export type PlaceName = Place & { readonly name: string };

/** A place that was removed with everything in it, and can be restored for a while. */
export type RemovedPlace = {
  readonly removalId: string;
  readonly place: Place;
  readonly name?: string | undefined;
  readonly removedAt: number;
  readonly removedBy: string;
  /** How many records it held. */
  readonly records: number;
};

/** A part of a removed place. */
export type RemovedPart = { readonly type: RemovedPartType; readonly document: string };

/** Media are told apart, since their files are kept as long as they can be restored. */
export const removedPartTypes = [
  ...['space', 'instance', 'name', 'link', 'proposal', 'record', 'media', 'version', 'mediaVersion'],
  'imported',
] as const;
export type RemovedPartType = (typeof removedPartTypes)[number];

/** The names of places, and what was removed. They are in no change log and no mirror. */
export interface PlaceReader {
  placeNames(): Promise<readonly PlaceName[]>;
  /** The latest first. */
  removedPlaces(): Promise<readonly RemovedPlace[]>;
  /** The parts of a removed place in the order in which they were added, in batches; if types are given, only those, type by type. */
  removedParts(
    removalId: string,
    types?: readonly RemovedPartType[],
  ): AsyncIterable<readonly (RemovedPart & { readonly number: number })[]>;
}

/** The part of a transaction that writes them. */
export interface PlaceWriter {
  /** Undefined takes the name away. */
  putPlaceName(place: Place, name: string | undefined): Promise<void>;
  /** False if there was none. The transaction ends with `IntegrityError` if it still holds records. */
  removeSpace(space: Space): Promise<boolean>;
  /** Deletes all past versions of a scope for good, and what is known of imports into it. */
  forgetVersions(scope: Scope): Promise<void>;
  putRemovedPlace(removed: RemovedPlace): Promise<void>;
  addRemovedParts(removalId: string, parts: readonly RemovedPart[]): Promise<void>;
  /** Replaces a part by its number; without a document, it is deleted. */
  putRemovedPart(removalId: string, number: number, document: string | undefined): Promise<void>;
  /** From now on it cannot be restored. Its parts are deleted by `deleteRemovedParts`. */
  forgetRemovedPlace(removalId: string): Promise<void>;
  /** Deletes at most so many parts of forgotten places; returns how many. */
  deleteRemovedParts(most: number): Promise<number>;
}
