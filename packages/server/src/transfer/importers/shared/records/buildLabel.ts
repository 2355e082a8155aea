import type { ImportContext } from '../../Importer.ts';
import { stableId } from '../text/stableId.ts';
import type { LineBuffer } from './createLineBuffer.ts';
import type { SourceLabel } from './SourceContent.ts';

/** Puts a category or a tag, and gives its ID. */
export function buildLabel(
  lines: LineBuffer,
  { target, owners, summary }: ImportContext,
  kind: 'category' | 'tag',
  { line, name, slug }: SourceLabel,
): string {
  const id = stableId(slug);
  const owner = owners?.get(`${kind}/${slug}`) ?? id;
  if (!lines.isNew(kind, owner)) return owner;
  if (owner !== id) {
    // It is the same label, made by somebody else: theirs is left as it is.
    summary.mapped(kind, `${kind} that was there, by its alias`);
    return owner;
  }
  const { projectId, spaceId } = target;
  const alias = lines.aliasOf(kind, kind, id, slug);
  lines.put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
  summary.mapped(kind, kind);
  return id;
}
