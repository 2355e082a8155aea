import type { ItemShelf } from '../../../api/places.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields } from '../document/fields.ts';
import { largePicture } from '../pictureUrl.ts';
import { useMediaOf } from './useMediaOf.ts';

/** A banner about as a site shows it. */
export default function BannerPreview({
  shelf,
  document,
}: {
  readonly shelf: ItemShelf;
  readonly document: Document;
}) {
  const texts = useWords().preview;
  const mediaId = fields.image.read(document);
  const media = useMediaOf(shelf, mediaId === undefined ? [] : [mediaId]).get(mediaId ?? '');
  const picture = largePicture(media);
  const title = fields.title.read(document) || texts.untitled;
  return (
    <article>
      <div className="banner">
        {picture === undefined ? <h2>{title}</h2> : <img src={picture} alt={title} />}
      </div>
      <p className="facts">{fields.url.read(document)}</p>
    </article>
  );
}
