import { z } from 'zod';
import type { Place, PlaceName, RemovedPlace } from './Place.ts';

const removedPlace = z.object({
  removalId: z.string(),
  place: z.object({
    projectId: z.string(),
    spaceId: z.string().optional(),
    instanceId: z.string().optional(),
  }),
  name: z.string().optional(),
  removedAt: z.number(),
  removedBy: z.string(),
  records: z.number(),
});

/** A removed place as stored text: always the same members in the same order. */
export function encodeRemovedPlace(value: RemovedPlace): string {
  return JSON.stringify(removedPlace.parse(value));
}

/** Reads what `encodeRemovedPlace` wrote. */
export function decodeRemovedPlace(text: string): RemovedPlace {
  return removedPlace.parse(JSON.parse(text));
}

/** The name of a place as a row says it: IDs are empty where there are none. */
export type NameRow = Required<PlaceName>;

/** Reads a row of names. */
export function decodePlaceName({ projectId, spaceId, instanceId, name }: NameRow): PlaceName {
  return {
    projectId,
    ...(spaceId === '' ? {} : { spaceId }),
    ...(instanceId === '' ? {} : { instanceId }),
    name,
  };
}

/** The IDs of a place as a row says them. */
export function placeIds({ projectId, spaceId = '', instanceId = '' }: Place): [string, string, string] {
  return [projectId, spaceId, instanceId];
}
