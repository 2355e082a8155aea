import { useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';

/** A picture, or, if the browser may not load it since it is hosted elsewhere, its URL. */
export function PreviewPicture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const texts = useWords().preview;
  const [broken, setBroken] = useState<string>();
  if (broken === src) return <span className="away">{texts.elsewhere(src)}</span>;
  return <img src={src} alt={alt} onError={() => setBroken(src)} />;
}
