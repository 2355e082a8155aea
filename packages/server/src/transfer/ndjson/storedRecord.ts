import { type Kind, kinds } from '@newsstand/contract';
import { z } from 'zod';
import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { Link, StoredRecord } from '../../store/Store.ts';
import type { PutLine } from './checkLine.ts';

/** A line that puts a record. */
export type RecordLine = Exclude<PutLine, { kind: 'instance' }>;

type Resource = { readonly [member: string]: unknown };
type Context = {
  /** The record as it is now. */
  readonly old: StoredRecord | undefined;
  /** What the media file turned out to be. It takes precedence over what the line says. */
  readonly ingested: IngestedMedia | undefined;
  readonly now: number;
};

/** The record that a line asks for. Byte for byte the old one if the line says nothing new. */
export function storedRecord(line: RecordLine, context: Context): StoredRecord {
  const { kind, deleted: _, projectId, spaceId, alias } = line;
  switch (line.kind) {
    case 'news':
    case 'banner': {
      const { kind: _kind, deleted: _deleted, instanceId, ...item } = line;
      const { resource, links } = line.kind === 'news' ? newsContent(line) : bannerContent(line);
      const document = stamped(kind, { ...item, ...resource }, context);
      return { kind, projectId, spaceId, instanceId, id: line.contentId, alias, document, links };
    }
    case 'media': {
      const document = documentText(kind, { ...line, ...context.ingested });
      return { kind, projectId, spaceId, id: line.mediaId, alias, document, links: [] };
    }
    case 'category':
    case 'tag': {
      const id = line.kind === 'category' ? line.categoryId : line.tagId;
      return { kind, projectId, spaceId, id, alias, document: stamped(kind, line, context), links: [] };
    }
  }
}

type Content = { readonly resource: Resource; readonly links: readonly Link[] };

function newsContent({ category, tags, values }: Extract<RecordLine, { kind: 'news' }>): Content {
  const tagIds = [...new Set(tags?.map(({ tagId }) => tagId))];
  const links: Link[] = tagIds.map((id) => ({ kind: 'tag', id }));
  if (category !== undefined) links.unshift({ kind: 'category', id: category.categoryId });
  links.push({ kind: 'media', id: values.thumbnail.mediaId });
  return { resource: { tags: tagIds.length > 0 ? tagIds.map((tagId) => ({ tagId })) : undefined }, links };
}

function bannerContent({ values }: Extract<RecordLine, { kind: 'banner' }>): Content {
  const { image } = values;
  return { resource: {}, links: image === undefined ? [] : [{ kind: 'media', id: image.mediaId }] };
}

const moment = z.number().optional();
const stamps = z.object({
  createdAt: moment,
  updatedAt: moment,
  status: z.string().optional(),
  reservedAt: moment,
});

/** `updatedAt` becomes the time of the import only if something else has changed. */
function stamped(kind: Kind, given: Resource, { old, now }: Context): string {
  const kept = old === undefined ? {} : stamps.parse(JSON.parse(old.document));
  const own = stamps.parse(given);
  // From then on `status` says nothing, so another one is no change.
  const isSettled =
    own.reservedAt !== undefined && own.reservedAt <= now && own.reservedAt === kept.reservedAt;
  const resource = isSettled ? { ...given, status: kept.status } : given;
  const createdAt = own.createdAt ?? kept.createdAt ?? now;
  const updatedAt = own.updatedAt ?? kept.updatedAt ?? now;
  const document = documentText(kind, { ...resource, createdAt, updatedAt });
  if (own.updatedAt !== undefined || document === old?.document) return document;
  return documentText(kind, { ...resource, createdAt, updatedAt: now });
}

/** Members of media that are stored but not delivered. */
const ownMembers = ['original', 'bundle', 'poster', 'about'];

/** Only delivered members, in the order of the interface, followed by the locations of media files. */
function documentText(kind: Kind, resource: Resource): string {
  const document: Record<string, unknown> = {};
  for (const name in kinds[kind].schema.shape) document[name] = resource[name];
  for (const name of ownMembers) document[name] = resource[name];
  return JSON.stringify(document);
}
