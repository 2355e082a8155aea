import type { Conversion } from '../Conversion.ts';
import { stableId } from '../stableId.ts';
import type { Lines } from './createLines.ts';
import type { ForeignLabel } from './ForeignContent.ts';

/** Puts a category or a tag, and gives its ID. */
export function shelveLabel(
  lines: Lines,
  { target, owners, account }: Conversion,
  kind: 'category' | 'tag',
  { line, name, slug }: ForeignLabel,
): string {
  const id = stableId(slug);
  const owner = owners?.get(`${kind}/${slug}`) ?? id;
  if (!lines.isNew(kind, owner)) return owner;
  if (owner !== id) {
    // It is the same label, made by somebody else: theirs is left as it is.
    account.mapped(kind, `${kind} that was there, by its alias`);
    return owner;
  }
  const { projectId, spaceId } = target;
  const alias = lines.aliasOf(kind, kind, id, slug);
  lines.put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
  account.mapped(kind, kind);
  return id;
}
