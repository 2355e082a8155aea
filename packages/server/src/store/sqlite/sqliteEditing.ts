import type { EditingReader, EditingWriter, Presence } from '../Admin.ts';
import { decodeCredential, isLinkTo } from '../Credential.ts';
import { decodeViews, encodeViews } from '../SavedView.ts';
import type { Instance, RecordKey } from '../StoredRecord.ts';
import { database, type Session } from './Session.ts';
import { shelfNumber } from './sqliteReader.ts';

/** The ID of the item that a preview link shows, and when it ends: as they are indexed. */
const linkedId = "document ->> '$.item.id'";
const linkEnd = "document ->> '$.expiresAt'";

/** What one transaction sees of those who edit. */
export function sqliteEditingReader(session: Session): EditingReader {
  const links = (which: string, ...values: (string | number)[]) =>
    database(session)
      .query<{ document: string }, (string | number)[]>(`SELECT document FROM credentials WHERE ${which}`)
      .all(...values)
      .map((row) => decodeCredential(row.document));
  return {
    presences: async (key, since) =>
      database(session)
        .query<Omit<Presence, 'isEditing'> & { readonly isEditing: number }, [number, string, number]>(
          `SELECT operator_id AS operatorId, is_editing AS isEditing, since, seen_at AS seenAt FROM presence
           WHERE shelf = ? AND id = ? AND seen_at >= ? ORDER BY since, operator_id`,
        )
        .all(shelfNumber(session, key) ?? 0, key.id, since)
        .map((row) => ({ ...row, isEditing: row.isEditing === 1 })),
    linksTo: async (item) =>
      links(`${linkedId} = ? ORDER BY key`, item.id).filter((link) => isLinkTo(link, item)),
    expiredLinks: async (before, most) =>
      links(`${linkedId} IS NOT NULL AND ${linkEnd} < ? ORDER BY ${linkEnd}, key LIMIT ?`, ...[before, most]),
    instanceSettings: async (instance) => {
      const row = database(session)
        .query<{ previewUrl: string | null; fourEyes: number; defaultPicture: string | null }, [number]>(
          `SELECT preview_url AS previewUrl, four_eyes AS fourEyes, default_picture AS defaultPicture
           FROM instance_settings WHERE shelf = ?`,
        )
        .get(shelfNumber(session, shelfOf(instance)) ?? 0);
      return {
        previewUrl: row?.previewUrl ?? undefined,
        ...(row?.fourEyes === 1 && { fourEyes: true }),
        ...(row?.defaultPicture != null && { defaultPicture: row.defaultPicture }),
      };
    },
    savedViews: async (instance) =>
      decodeViews(
        database(session)
          .query<{ views: string | null }, [number]>('SELECT views FROM instance_settings WHERE shelf = ?')
          .get(shelfNumber(session, shelfOf(instance)) ?? 0)?.views,
      ),
  };
}

/** How one transaction changes it. */
export function sqliteEditingWriter(session: Session): EditingWriter {
  return {
    putPresence: async (key, { operatorId, isEditing, since, seenAt }, forget) => {
      const db = database(session);
      db.query('DELETE FROM presence WHERE seen_at < ?').run(forget);
      db.query('INSERT OR REPLACE INTO presence VALUES (?, ?, ?, ?, ?, ?)').run(
        ...[shelfNumber(session, key) ?? 0, key.id, operatorId, isEditing ? 1 : 0, since, seenAt],
      );
    },
    removePresence: async (key, operatorId) =>
      void database(session)
        .query('DELETE FROM presence WHERE shelf = ? AND id = ? AND operator_id = ?')
        .run(shelfNumber(session, key) ?? 0, key.id, operatorId),
    putInstanceSettings: async (instance, { previewUrl, fourEyes, defaultPicture }) =>
      void database(session)
        .query(
          `INSERT INTO instance_settings (shelf, preview_url, four_eyes, default_picture)
           VALUES (?, ?, ?, ?)
           ON CONFLICT (shelf) DO UPDATE SET preview_url = excluded.preview_url,
             four_eyes = excluded.four_eyes, default_picture = excluded.default_picture`,
        )
        .run(
          shelfNumber(session, shelfOf(instance)) ?? 0,
          previewUrl ?? null,
          fourEyes === true ? 1 : 0,
          defaultPicture ?? null,
        ),
    putSavedViews: async (instance, views) =>
      void database(session)
        .query(
          `INSERT INTO instance_settings (shelf, views) VALUES (?, ?)
           ON CONFLICT (shelf) DO UPDATE SET views = excluded.views`,
        )
        .run(shelfNumber(session, shelfOf(instance)) ?? 0, encodeViews(views)),
  };
}

function shelfOf({ app, ...scope }: Instance): Omit<RecordKey, 'id'> {
  return { kind: app, ...scope };
}
