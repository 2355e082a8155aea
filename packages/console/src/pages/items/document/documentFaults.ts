import type { AppKind } from '@newsstand/contract';
import type { BodyFault } from '@newsstand/contract/manage';
import { isLinkTarget } from '@newsstand/contract/plain';
import type { editor } from '../../../words/en/editor.ts';
import type { Document } from './Document.ts';
import { fields } from './fields.ts';

type Texts = Pick<
  typeof editor,
  'needsTitle' | 'needsPicture' | 'closesTooEarly' | 'reservationPassed' | 'badCanonical' | 'badLink'
>;

/** What the service would refuse, in the language of the editor. */
export function documentFaults(
  document: Document,
  kind: AppKind,
  texts: Texts,
  now: number,
  hasDefaultPicture = false,
): readonly BodyFault[] {
  const [openingAt, closingAt] = [fields.openingAt.read(document), fields.closingAt.read(document)];
  const reservedAt = fields.reservedAt.read(document);
  const url = fields.url.read(document);
  const canonicalUrl = fields.canonicalUrl.read(document);
  // A draft may lack anything but its title.
  const isToAppear = fields.status.read(document) === 'published' || reservedAt !== undefined;
  const checks: readonly (readonly [boolean, string, string])[] = [
    [
      fields.title.read(document).trim() === '' && fields.name.read(document).trim() === '',
      fields.title.path,
      texts.needsTitle,
    ],
    [
      kind === 'news' && isToAppear && !hasDefaultPicture && fields.thumbnail.read(document) === undefined,
      fields.thumbnail.path,
      texts.needsPicture,
    ],
    [
      reservedAt !== undefined && reservedAt <= now && fields.status.read(document) === 'draft',
      fields.reservedAt.path,
      texts.reservationPassed,
    ],
    [
      openingAt !== undefined && closingAt !== undefined && closingAt <= openingAt,
      fields.closingAt.path,
      texts.closesTooEarly,
    ],
    [
      canonicalUrl !== '' && !/^https?:\/\/[^/]/.test(canonicalUrl),
      fields.canonicalUrl.path,
      texts.badCanonical,
    ],
    [kind === 'banner' && url !== '' && !isLinkTarget(url), fields.url.path, texts.badLink],
  ];
  return checks.flatMap(([isWrong, path, message]) => (isWrong ? [{ path, message }] : []));
}
