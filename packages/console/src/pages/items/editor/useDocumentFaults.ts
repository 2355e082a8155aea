import type { BodyFault } from '@newsstand/contract/manage';
import type { ItemShelf } from '../../../api/paths.ts';
import { useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { documentFaults } from '../document/documentFaults.ts';

/** What the service would refuse of a document in this instance, which may have a default picture. */
export function useDocumentFaults(shelf: ItemShelf): (document: Document) => readonly BodyFault[] {
  const texts = useWords().editor;
  const hasDefault = useInstanceSettings(shelf).data?.defaultPicture !== undefined;
  return (document) => documentFaults(document, shelf.kind, texts, Date.now(), hasDefault);
}
