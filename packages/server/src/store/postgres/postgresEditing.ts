import type { EditingReader, EditingWriter, Presence } from '../Admin.ts';
import { decodeCredential, isLinkTo } from '../Credential.ts';
import { decodeViews, encodeViews } from '../SavedView.ts';
import type { Instance, RecordKey } from '../StoredRecord.ts';
import type { Execute } from './postgresWebhooks.ts';
import type { Ask } from './Session.ts';

/** The number of a shelf by the first four parameters. */
const shelf = `(SELECT shelf FROM newsstand.shelves
  WHERE project_id = $1 AND space_id = $2 AND kind = $3 AND instance_id = $4)`;

/** The ID of the item that a preview link shows, and when it ends: as they are indexed. */
const linkedId = "document::json #>> '{item,id}'";
const linkEnd = "(document::json ->> 'expiresAt')::bigint";

/** What one transaction sees of those who edit. */
export function postgresEditingReader(ask: Ask): EditingReader {
  const links = async (which: string, values: readonly (string | number)[]) =>
    (
      await ask<{ document: string }>(`SELECT document FROM newsstand.credentials WHERE ${which}`, values)
    ).map((row) => decodeCredential(row.document));
  return {
    presences: async (key, since) => [
      ...(await ask<Presence>(
        `SELECT operator_id AS "operatorId", is_editing AS "isEditing", since::float8 AS since,
           seen_at::float8 AS "seenAt"
         FROM newsstand.presence WHERE shelf = ${shelf} AND id = $5 AND seen_at >= $6 ORDER BY presence.since, operator_id`,
        [...shelfValues(key), key.id, since],
      )),
    ],
    linksTo: async (item) =>
      (await links(`${linkedId} = $1 ORDER BY key`, [item.id])).filter((link) => isLinkTo(link, item)),
    expiredLinks: (before, most) =>
      links(`${linkedId} IS NOT NULL AND ${linkEnd} < $1 ORDER BY ${linkEnd}, key LIMIT $2`, [before, most]),
    instanceSettings: async (instance) => {
      const [row] = await ask<{
        previewUrl: string | null;
        fourEyes: boolean;
        defaultPicture: string | null;
      }>(
        `SELECT preview_url AS "previewUrl", four_eyes AS "fourEyes", default_picture AS "defaultPicture"
         FROM newsstand.instance_settings WHERE shelf = ${shelf}`,
        shelfValues({ kind: instance.app, ...instance }),
      );
      return {
        previewUrl: row?.previewUrl ?? undefined,
        ...(row?.fourEyes === true && { fourEyes: true }),
        ...(row?.defaultPicture != null && { defaultPicture: row.defaultPicture }),
      };
    },
    savedViews: async (instance) => {
      const [row] = await ask<{ views: string | null }>(
        `SELECT views FROM newsstand.instance_settings WHERE shelf = ${shelf}`,
        shelfValues({ kind: instance.app, ...instance }),
      );
      return decodeViews(row?.views);
    },
  };
}

/** How one transaction changes it. */
export function postgresEditingWriter(execute: Execute): EditingWriter {
  return {
    putPresence: async (key, { operatorId, isEditing, since, seenAt }, forget) => {
      await execute('DELETE FROM newsstand.presence WHERE seen_at < $1', [forget]);
      await execute(
        `INSERT INTO newsstand.presence VALUES (${shelf}, $5, $6, $7, $8, $9)
         ON CONFLICT (shelf, id, operator_id) DO UPDATE
         SET is_editing = excluded.is_editing, since = excluded.since, seen_at = excluded.seen_at`,
        [...shelfValues(key), key.id, operatorId, isEditing, since, seenAt],
      );
    },
    removePresence: async (key, operatorId) =>
      void (await execute(
        `DELETE FROM newsstand.presence WHERE shelf = ${shelf} AND id = $5 AND operator_id = $6`,
        [...shelfValues(key), key.id, operatorId],
      )),
    putInstanceSettings: async (instance, { previewUrl, fourEyes = false, defaultPicture }) =>
      void (await execute(
        `INSERT INTO newsstand.instance_settings (shelf, preview_url, four_eyes, default_picture)
         VALUES (${shelf}, $5, $6, $7)
         ON CONFLICT (shelf) DO UPDATE SET preview_url = excluded.preview_url, four_eyes = excluded.four_eyes,
           default_picture = excluded.default_picture`,
        [
          ...shelfValues({ kind: instance.app, ...instance }),
          previewUrl ?? null,
          fourEyes,
          defaultPicture ?? null,
        ],
      )),
    putSavedViews: async (instance, views) =>
      void (await execute(
        `INSERT INTO newsstand.instance_settings (shelf, views) VALUES (${shelf}, $5)
         ON CONFLICT (shelf) DO UPDATE SET views = excluded.views`,
        [...shelfValues({ kind: instance.app, ...instance }), encodeViews(views)],
      )),
  };
}

function shelfValues(key: Omit<RecordKey, 'id'> | (Instance & Pick<RecordKey, 'kind'>)): readonly string[] {
  return [key.projectId, key.spaceId, key.kind, key.instanceId ?? ''];
}
