import type { PlaceReader, PlaceWriter, RemovedPart } from '../Place.ts';
import {
  decodePlaceName,
  decodeRemovedPlace,
  encodeRemovedPlace,
  type NameRow,
  placeIds,
} from '../placeDocuments.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { shelvesOf } from './sqliteReader.ts';

/** How many parts are read, and how many versions deleted, before yielding. */
const batchSize = 100;
const deletedAtOnce = 500;

/** What one transaction sees of places. */
export function sqlitePlaceReader(session: Session): PlaceReader {
  return {
    placeNames: async () =>
      database(session)
        .query<NameRow, []>(
          `SELECT project_id AS projectId, space_id AS spaceId, instance_id AS instanceId, name FROM place_names
           ORDER BY project_id, space_id, instance_id`,
        )
        .all()
        .map(decodePlaceName),
    removedPlaces: async () =>
      database(session)
        .query<{ document: string }, []>(
          'SELECT document FROM removed_places ORDER BY removed_at DESC, removal_id',
        )
        .all()
        .map(({ document }) => decodeRemovedPlace(document)),
    removedParts: (removalId, types) => removedParts(session, removalId, types),
  };
}

async function* removedParts(session: Session, removalId: string, types?: readonly RemovedPart['type'][]) {
  // By number: what was added together lies together, and an index of all types would have to be sorted for each batch.
  const all = `SELECT number, type, document FROM removed_parts NOT INDEXED
    WHERE number > ?2 AND removal_id = ?1 ORDER BY number LIMIT ${batchSize}`;
  const ofType = `SELECT number, type, document FROM removed_parts INDEXED BY removed_parts_by_type
    WHERE removal_id = ?1 AND type = ?3 AND number > ?2 ORDER BY number LIMIT ${batchSize}`;
  for (const type of types ?? [undefined]) {
    for (let after = 0; ; await yieldToEventLoop()) {
      const query = database(session).query<RemovedPart & { number: number }, (string | number)[]>(
        type === undefined ? all : ofType,
      );
      const rows = query.all(removalId, after, ...(type === undefined ? [] : [type]));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows;
      after = last.number;
    }
  }
}

/** How one transaction changes them. */
export function sqlitePlaceWriter(session: Session): Omit<PlaceWriter, 'removeSpace'> {
  return {
    putPlaceName: async (place, name) => {
      const db = database(session);
      const ids = placeIds(place);
      if (name === undefined)
        db.query('DELETE FROM place_names WHERE project_id = ? AND space_id = ? AND instance_id = ?').run(
          ...ids,
        );
      else db.query('INSERT OR REPLACE INTO place_names VALUES (?, ?, ?, ?)').run(...ids, name);
    },
    forgetVersions: async (scope) => {
      const some = [
        'DELETE FROM versions WHERE version IN (SELECT version FROM versions WHERE shelf = ? LIMIT ?)',
        'DELETE FROM imported WHERE (shelf, id) IN (SELECT shelf, id FROM imported WHERE shelf = ? LIMIT ?)',
      ].map((text) => database(session).query(text));
      for (const { shelf } of shelvesOf(session, scope)) {
        for (const deletion of some)
          while (deletion.run(shelf, deletedAtOnce).changes > 0) await yieldToEventLoop();
      }
    },
    putRemovedPlace: async (removed) =>
      void database(session)
        .query('INSERT OR REPLACE INTO removed_places VALUES (?, ?, ?)')
        .run(removed.removalId, removed.removedAt, encodeRemovedPlace(removed)),
    addRemovedParts: async (removalId, parts) => {
      const insert = database(session).query(
        'INSERT INTO removed_parts (removal_id, type, document) VALUES (?, ?, ?)',
      );
      for (const { type, document } of parts) insert.run(removalId, type, document);
    },
    putRemovedPart: async (removalId, number, document) => {
      const db = database(session);
      if (document === undefined)
        db.query('DELETE FROM removed_parts WHERE removal_id = ? AND number = ?').run(removalId, number);
      else
        db.query('UPDATE removed_parts SET document = ? WHERE removal_id = ? AND number = ?').run(
          ...[document, removalId, number],
        );
    },
    forgetRemovedPlace: async (removalId) =>
      void database(session).query('DELETE FROM removed_places WHERE removal_id = ?').run(removalId),
    deleteRemovedParts: async (most) => {
      const { changes } = database(session)
        .query(
          `DELETE FROM removed_parts WHERE number IN (
             SELECT number FROM removed_parts NOT INDEXED
             WHERE removal_id NOT IN (SELECT removal_id FROM removed_places) LIMIT ?
           )`,
        )
        .run(most);
      await yieldToEventLoop();
      return changes;
    },
  };
}
