import type { PlaceReader, PlaceWriter, RemovedPart } from '../Place.ts';
import {
  decodePlaceName,
  decodeRemovedPlace,
  encodeRemovedPlace,
  type NameRow,
  placeIds,
} from '../placeDocuments.ts';
import type { Execute } from './postgresWebhooks.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** How many parts are fetched at once. */
const batchSize = 200;

/** What one transaction sees of places. */
export function postgresPlaceReader(ask: Ask): PlaceReader {
  return {
    placeNames: async () =>
      (
        await ask<NameRow>(
          `SELECT project_id AS "projectId", space_id AS "spaceId", instance_id AS "instanceId", name
           FROM newsstand.place_names ORDER BY project_id, space_id, instance_id`,
        )
      ).map(decodePlaceName),
    removedPlaces: async () =>
      (
        await ask<{ document: string }>(
          'SELECT document FROM newsstand.removed_places ORDER BY removed_at DESC, removal_id',
        )
      ).map(({ document }) => decodeRemovedPlace(document)),
    removedParts: (removalId, types) => removedParts(ask, removalId, types),
  };
}

async function* removedParts(ask: Ask, removalId: string, types?: readonly RemovedPart['type'][]) {
  for (const type of types ?? [undefined]) {
    for (let after = 0; ; ) {
      const rows = await ask<RemovedPart & { number: number }>(
        `SELECT number::float8 AS number, type, document FROM newsstand.removed_parts
         WHERE removal_id = $1 AND removed_parts.number > $2 ${type === undefined ? '' : 'AND type = $3'}
         ORDER BY removed_parts.number LIMIT ${batchSize}`,
        [removalId, after, ...(type === undefined ? [] : [type])],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      yield [...rows];
      after = last.number;
    }
  }
}

/** How one transaction changes them. */
export function postgresPlaceWriter(execute: Execute): Omit<PlaceWriter, 'removeSpace' | 'forgetVersions'> {
  return {
    putPlaceName: async (place, name) => {
      const ids = placeIds(place);
      if (name === undefined)
        await execute(
          'DELETE FROM newsstand.place_names WHERE project_id = $1 AND space_id = $2 AND instance_id = $3',
          ids,
        );
      else
        await execute(
          `INSERT INTO newsstand.place_names VALUES ($1, $2, $3, $4)
           ON CONFLICT (project_id, space_id, instance_id) DO UPDATE SET name = excluded.name`,
          [...ids, name],
        );
    },
    putRemovedPlace: async (removed) =>
      void (await execute(
        `INSERT INTO newsstand.removed_places VALUES ($1, $2, $3)
         ON CONFLICT (removal_id) DO UPDATE SET removed_at = excluded.removed_at, document = excluded.document`,
        [removed.removalId, removed.removedAt, encodeRemovedPlace(removed)],
      )),
    addRemovedParts: async (removalId, parts) =>
      void (await execute(
        `INSERT INTO newsstand.removed_parts (removal_id, type, document)
         SELECT $1, type, document FROM unnest($2::text[], $3::text[])
           WITH ORDINALITY AS given (type, document, place) ORDER BY place`,
        [
          removalId,
          arrayLiteral(parts.map(({ type }) => type)),
          arrayLiteral(parts.map(({ document }) => document)),
        ],
      )),
    putRemovedPart: async (removalId, number, document) =>
      void (document === undefined
        ? await execute('DELETE FROM newsstand.removed_parts WHERE removal_id = $1 AND number = $2', [
            ...[removalId, number],
          ])
        : await execute(
            'UPDATE newsstand.removed_parts SET document = $3 WHERE removal_id = $1 AND number = $2',
            [removalId, number, document],
          )),
    forgetRemovedPlace: async (removalId) =>
      void (await execute('DELETE FROM newsstand.removed_places WHERE removal_id = $1', [removalId])),
    deleteRemovedParts: (most) =>
      execute(
        `DELETE FROM newsstand.removed_parts WHERE number = ANY (ARRAY(
           SELECT number FROM newsstand.removed_parts WHERE NOT EXISTS (
             SELECT FROM newsstand.removed_places WHERE removed_places.removal_id = removed_parts.removal_id
           ) LIMIT $1
         ))`,
        [most],
      ),
  };
}
