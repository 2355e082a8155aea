import { broken, kinds } from '@newsstand/contract';
import {
  type IssuedPreview,
  instanceSettingsOrder,
  isAllowed,
  type PreviewLink,
  previewDays,
  previewOrder,
} from '@newsstand/contract/manage';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import { type Credential, credentialState } from '../../../store/Credential.ts';
import type { Instance, RecordKey, StoredRecord, StoreReader, Writer } from '../../../store/Store.ts';
import { issueCredential } from '../../issueCredential.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { instanceOf } from '../spaces/spaceHandlers.ts';
import { type AuditEvent, roleMissing, writeAs } from '../writeAs.ts';
import { itemKey, noSuchItem, param, targetPath } from './itemKey.ts';
import { missingOf } from './managedItem.ts';

const day = 86_400_000;

/** How many links may work for an item at once. */
const mostLinks = 100;

/** How long an expired link stays in the store, and how many are removed at a time. */
const keptDays = 7;
const mostRemoved = 20;

type PreviewAction =
  | 'createPreview'
  | 'listPreviews'
  | 'revokePreview'
  | 'getInstanceSettings'
  | 'putInstanceSettings';

/**
 * Handles preview links: each is a key of its own that sees one item, so it is stored as a hash, is in force on every node
 * within a moment, and ends like any key.
 */
export function previewHandlers(context: ApiContext): Pick<Handlers, PreviewAction> {
  const { now } = context;
  return {
    async createPreview(req) {
      const key = itemKey(req);
      const order = (await req.body(previewOrder.optional())) ?? {};
      const expiresAt = order.expiresAt ?? now() + previewDays.usual * day;
      if (expiresAt <= now()) throw invalidMember('expiresAt', 'past');
      if (expiresAt > now() + previewDays.most * day)
        throw invalidMember('expiresAt', 'too_far_ahead', { most: previewDays.most });
      const { credential, secret } = issueCredential(
        {
          ...{ name: `preview ${targetPath(key)}`, grants: [], preview: true, expiresAt },
          ...{ item: key, createdBy: req.operator.operatorId },
        },
        context,
      );
      const token = `${credential.key}.${secret}`;
      const url = await writeAs(
        context,
        req,
        async (writer) => {
          const record = await writer.find(key);
          if (record === undefined) throw noSuchItem(key);
          if ((await linksOf(writer, key, now())).length >= mostLinks)
            throw new ApiProblem('conflict', broken('too_many_previews', { most: mostLinks }));
          await removeExpired(writer, now());
          await writer.putCredential(credential);
          return await pageOf(writer, record, token, context.publicUrl());
        },
        () => [auditEvent('createPreview', key, credential)],
      );
      const issued: IssuedPreview = { ...linkView(credential), token, url };
      return Response.json(issued, { status: 201, headers: { 'cache-control': 'no-store' } });
    },

    async listPreviews(req) {
      const key = itemKey(req);
      const links = await (await context.store()).read((reader) => linksOf(reader, key, now()));
      return Response.json(links.map(linkView));
    },

    async revokePreview(req) {
      const key = itemKey(req);
      const linkId = param(req.params, 'linkId');
      await writeAs(
        context,
        req,
        async (writer, { operatorId, roles }) => {
          const link = (await linksOf(writer, key, now())).find((each) => each.key === linkId);
          if (link === undefined) throw new ApiProblem('not_found', broken('preview_gone'));
          if (link.createdBy !== operatorId && !isAllowed(roles, 'editor', key))
            throw roleMissing('editor', key);
          await writer.putCredential({ ...link, revokedAt: now() });
          return link;
        },
        (link) => [auditEvent('revokePreview', key, link)],
      );
      return new Response(null, { status: 204 });
    },

    async getInstanceSettings(req) {
      const instance = instanceOf(req.params);
      return Response.json(await (await context.store()).read((reader) => reader.instanceSettings(instance)));
    },

    async putInstanceSettings(req) {
      const instance = instanceOf(req.params);
      const sent = await req.body(instanceSettingsOrder);
      const { projectId, spaceId, app, instanceId } = instance;
      const settings = await writeAs(
        context,
        req,
        async (writer) => {
          const instances = await writer.instances();
          if (!instances.some((each) => Bun.deepEquals(each, instance)))
            throw new ApiProblem('not_found', `there is no instance '${instanceId}'`);
          const before = await writer.instanceSettings(instance);
          // Whoever does not know this setting must not switch it off.
          const { previewUrl, fourEyes = before.fourEyes === true } = sent;
          const defaultPicture =
            sent.defaultPicture === undefined ? before.defaultPicture : (sent.defaultPicture ?? undefined);
          if (defaultPicture !== before.defaultPicture) await checkPicture(writer, instance, defaultPicture);
          await writer.putInstanceSettings(instance, {
            previewUrl,
            fourEyes: fourEyes || undefined,
            defaultPicture,
          });
          return { previewUrl, fourEyes, defaultPicture };
        },
        (details) => [
          { action: 'instance.settings', projectId, target: `${spaceId}/${app}/${instanceId}`, details },
        ],
      );
      return Response.json({ ...settings, fourEyes: settings.fourEyes || undefined });
    },
  };
}

/** Refuses a default picture that is not a picture of the space, or of an instance whose items may do without one. */
async function checkPicture(
  reader: StoreReader,
  { app, projectId, spaceId }: Instance,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  if (app !== 'news')
    throw invalidMember('defaultPicture', 'other_kinds', { action: 'defaultPicture', kinds: 'news' });
  const media = await reader.find({ kind: 'media', projectId, spaceId, id });
  if (media === undefined || mediaDocument.parse(JSON.parse(media.document)).type !== 'image')
    throw invalidMember('defaultPicture', 'not_space_picture');
}

/**
 * Whoever creates a link removes a few that ended long ago, so there are never many of them. Not at once: of a removed
 * credential, a node of an earlier version that is still running can't read the change log.
 */
async function removeExpired(writer: Writer, now: number): Promise<void> {
  const expired = await writer.expiredLinks(now - keptDays * day, mostRemoved);
  for (const { key } of expired) await writer.removeCredential(key);
}

/** The links to an item that work now, the newest first. */
async function linksOf(reader: StoreReader, key: RecordKey, now: number): Promise<readonly Credential[]> {
  return (await reader.linksTo(key))
    .filter((link) => credentialState(link, now) === 'active')
    .sort((one, other) => other.createdAt - one.createdAt);
}

/**
 * The page that shows an item: of the site, or else that of the service, which has all of it in its fragment, so that it is
 * sent to nobody.
 */
async function pageOf(
  reader: StoreReader,
  record: StoredRecord,
  token: string,
  publicUrl: string,
): Promise<string> {
  const { kind, projectId, spaceId, instanceId = '', id, alias } = record;
  if (kind !== 'news' && kind !== 'banner') throw new Error(`${kinds[kind].title} have no previews`);
  const { previewUrl } = await reader.instanceSettings({ app: kind, projectId, spaceId, instanceId });
  const values: Readonly<Record<string, string>> = { contentId: id, alias: alias ?? id, token };
  const own = `${publicUrl}/preview#${[projectId, spaceId, kind, instanceId, id, token].join('/')}`;
  // No site can read an incomplete draft.
  if (missingOf(record).missing !== undefined) return own;
  return (
    previewUrl?.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')) ?? own
  );
}

function linkView({ key, createdAt, createdBy = '', expiresAt = 0 }: Credential): PreviewLink {
  return { linkId: key, createdAt, createdBy, expiresAt };
}

function auditEvent(action: string, key: RecordKey, { key: linkId, expiresAt }: Credential): AuditEvent {
  const { projectId, kind } = key;
  return { action: `${kind}.${action}`, projectId, target: targetPath(key), details: { linkId, expiresAt } };
}
