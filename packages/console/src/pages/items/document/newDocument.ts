import type { AppKind } from '@newsstand/contract';
import type { BodyFault } from '@newsstand/contract/manage';
import { type Document, isSame } from './Document.ts';
import { fields } from './fields.ts';
import type { Kept } from './Kept.ts';

/** What a new item begins as. */
export function newDocument(kind: AppKind): Document {
  const values = kind === 'news' ? { title: '', body: { blocks: [] } } : { title: '' };
  return { name: '', status: 'draft', values };
}

/** What is sent: the service sets the time of the change, unless somebody has set it by hand. */
export function sentDocument(document: Document, base: Kept | undefined): Document {
  const { updatedAt, ...others } = document;
  return updatedAt === undefined || isSame(updatedAt, base?.item['updatedAt']) ? others : document;
}

/** What is missing in any case, said before the service has to. */
export function missingIn(
  document: Document,
  kind: AppKind,
  texts: { readonly needsTitle: string; readonly needsPicture: string },
): readonly BodyFault[] {
  const faults: BodyFault[] = [];
  if (fields.title.read(document).trim() === '' && fields.name.read(document).trim() === '')
    faults.push({ path: 'values.title', message: texts.needsTitle });
  if (kind === 'news' && fields.thumbnail.read(document) === undefined)
    faults.push({ path: 'values.thumbnail', message: texts.needsPicture });
  return faults;
}
