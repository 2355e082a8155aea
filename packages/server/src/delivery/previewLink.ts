import { namesMedia } from '../catalogue/answer.ts';
import type { ByteWriter } from '../catalogue/items/ByteWriter.ts';
import type { Space } from '../catalogue/Space.ts';
import { headerLines } from '../http/HttpResponse.ts';
import type { Credential } from '../store/Credential.ts';
import type { RecordKey } from '../store/StoredRecord.ts';
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
