import { type Kind, kinds } from '@newsstand/contract';
import { z } from 'zod';
import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { Link, StoredRecord } from '../../store/Store.ts';
import { missingMembers, type PutLine } from './checkLine.ts';

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
      // The size of media hosted elsewhere is what their line says, and kept where that of our own is.
      const { width: _width, height: _height, ...media } = line;
      const about = mediaAbout(line, context);
      const document = documentText(kind, { ...media, ...context.ingested, about });
      return { kind, projectId, spaceId, id: line.mediaId, alias, document, links: [] };
    }
    case 'category':
    case 'tag': {
      const id = line.kind === 'category' ? line.categoryId : line.tagId;
      return { kind, projectId, spaceId, id, alias, document: stamped(kind, line, context), links: [] };
    }
  }
}

/** What is known of a media file, and what operators file it under; undefined if that is nothing. */
function mediaAbout(line: Extract<RecordLine, { kind: 'media' }>, { old, ingested, now }: Context) {
  const kept = old === undefined ? { createdAt: now } : aboutMedia.parse(JSON.parse(old.document)).about;
  const { width, height } = ingested === undefined ? line : (ingested.about ?? {});
  const { preview, colour } = ingested?.about ?? {};
  const labels = [...new Set(line.labels)];
  const about = {
    ...{ width, height, preview, colour },
    labels: labels.length > 0 ? labels : undefined,
    createdAt: line.createdAt ?? kept?.createdAt,
  };
  return Object.values(about).some((value) => value !== undefined) ? about : undefined;
}

type Content = { readonly resource: Resource; readonly links: readonly Link[] };

/**
 * A draft without a picture has an empty one, which versions before incomplete drafts can show, as a node does that is
 * not upgraded yet.
 */
function newsContent({ category, tags, values }: Extract<RecordLine, { kind: 'news' }>): Content {
  const tagIds = [...new Set(tags?.map(({ tagId }) => tagId))];
  const links: Link[] = tagIds.map((id) => ({ kind: 'tag', id }));
  if (category !== undefined) links.unshift({ kind: 'category', id: category.categoryId });
  if (values.thumbnail !== undefined) links.push({ kind: 'media', id: values.thumbnail.mediaId });
  const missing = missingMembers({ values });
  return {
    resource: {
      tags: tagIds.length > 0 ? tagIds.map((tagId) => ({ tagId })) : undefined,
      ...(missing.length > 0 ? { missing, values: { ...values, thumbnail: values.thumbnail ?? {} } } : {}),
    },
    links,
  };
}

function bannerContent({ values }: Extract<RecordLine, { kind: 'banner' }>): Content {
  const { image } = values;
  return { resource: {}, links: image === undefined ? [] : [{ kind: 'media', id: image.mediaId }] };
}

const moment = z.number().optional();
const aboutMedia = z.object({ about: z.object({ createdAt: moment }).optional() });
const stamps = z.object({
  createdAt: moment,
  updatedAt: moment,
  status: z.string().optional(),
  reservedAt: moment,
  position: z.number().optional(),
});

/**
 * `updatedAt` becomes the time of the import only if something else has changed that is delivered. A banner keeps its
 * place if the line does not name one: what is delivered has none.
 */
function stamped(kind: Kind, given: Resource, { old, now }: Context): string {
  const kept = old === undefined ? {} : stamps.parse(JSON.parse(old.document));
  const own = stamps.parse(given);
  // From then on `status` says nothing, so another one is no change.
  const isSettled =
    own.reservedAt !== undefined && own.reservedAt <= now && own.reservedAt === kept.reservedAt;
  const resource = isSettled ? { ...given, status: kept.status } : given;
  const createdAt = own.createdAt ?? kept.createdAt ?? now;
  const updatedAt = own.updatedAt ?? kept.updatedAt ?? now;
  const position = own.position ?? kept.position;
  const unmoved = documentText(kind, { ...resource, createdAt, updatedAt, position: kept.position });
  const isSame = own.updatedAt !== undefined || unmoved === old?.document;
  return documentText(kind, { ...resource, createdAt, updatedAt: isSame ? updatedAt : now, position });
}

/** Members that are stored but not delivered: of media, the place of a banner, and what a draft lacks. */
const ownMembers = ['original', 'bundle', 'poster', 'about', 'missing', 'position'];

/** Delivered members in the order of the interface, followed by those that are only stored. */
function documentText(kind: Kind, resource: Resource): string {
  const document: Record<string, unknown> = {};
  for (const name in kinds[kind].schema.shape) document[name] = resource[name];
  for (const name of ownMembers) document[name] = resource[name];
  return JSON.stringify(document);
}
