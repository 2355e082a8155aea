import { type RefObject, useEffect, useState } from 'react';

type Copying = 'idle' | 'copied' | 'selected';

const shownMilliseconds = 2000;

/** Copies a text. Where the browser forbids that, as it does without TLS, the text is selected to be copied by hand. */
export function useCopy(text: string, shown: RefObject<HTMLElement | null>, onCopied?: () => void) {
  const [state, setState] = useState<Copying>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setState('selected');
    }
  };
  return { state, copy };
}
