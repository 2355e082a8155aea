import { incompleteSlot, namesMedia, writeListed } from '../catalogue/answer.ts';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import { ByteWriter } from '../catalogue/items/ByteWriter.ts';
import type { Shelf } from '../catalogue/Shelf.ts';
import type { Space } from '../catalogue/Space.ts';
import { type HttpResponse, headerLine, headerLines } from '../http/HttpResponse.ts';
import type { Credential } from '../store/Credential.ts';
import type { RecordKey } from '../store/StoredRecord.ts';
import { problems, type RequestProblem } from './problems.ts';
import { noStoreLine, varyLine } from './ResponseCache.ts';
import type { ContentRoute } from './readRequest.ts';

/** Added to every response to a preview link: nothing passes on where it was opened, or finds what it shows. */
export const previewLinkLines: string = headerLines({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/**
 * Whether a preview link may be about what a path names: one item of its shelf, or one media of its space. Which one is
 * checked when it is looked for.
 */
export function isShared(
  { item }: Credential,
  { operation, projectId, spaceId, instanceId }: ContentRoute,
): boolean {
  return (
    item !== undefined &&
    operation.single &&
    item.projectId === projectId &&
    item.spaceId === spaceId &&
    (operation.kind === 'media' || (operation.kind === item.kind && item.instanceId === instanceId))
  );
}

/**
 * The only ID that a preview link finds on a shelf: its item, or a media that its item or the next version of it names.
 * Undefined if there is none, whether or not that media exists.
 */
export function sharedId(
  writer: ByteWriter,
  { kind, instanceId, id }: RecordKey,
  space: Space,
  { operation, name = '' }: ContentRoute,
): string | undefined {
  if (operation.kind !== 'media') return id;
  const shelf = space.shelf(kind, instanceId);
  return shelf !== undefined && namesMedia(writer, shelf, id, name) ? name : undefined;
}

/** Whether a name is that of the item of a preview link, which is a draft that can't be delivered yet. */
export function isIncompleteDraft(shelf: Shelf, id: string, name: string): boolean {
  const link = shelf.linkNamed(name);
  return link !== undefined && shelf.linkedId(link) === id && incompleteSlot(shelf, id) !== undefined;
}

const draftLines = headerLine('content-type', 'application/json') + noStoreLine + varyLine;

/** The item of a preview link as long as it is an incomplete draft: in the format of the interface, but for what it lacks. */
export function incompleteDraft(
  catalogue: Catalogue,
  { item }: Credential,
  holds: ((projectId: string, spaceId: string) => boolean) | undefined,
  now: number,
): HttpResponse | RequestProblem {
  if (item === undefined) return problems.accessDenied;
  const { projectId, spaceId, kind, instanceId, id } = item;
  if (holds?.(projectId, spaceId) === false) return problems.misdirected;
  const space = catalogue.space(projectId, spaceId);
  const shelf = space?.shelf(kind, instanceId);
  const slot = shelf && incompleteSlot(shelf, id);
  if (space === undefined || shelf === undefined || slot === undefined) return problems.itemNotFound;
  const writer = new ByteWriter();
  writeListed(writer, space, shelf, slot, now);
  return { status: 200, headers: draftLines, body: writer.copy() };
}
