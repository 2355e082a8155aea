import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../words/LanguageProvider.tsx';
import { confirm } from './ConfirmDialog.tsx';

/**
 * Asks for confirmation before unsaved changes are left by a link, by going back or by closing the window. Returns a
 * function that leaves without asking.
 */
export function useUnsavedChangesGuard(
  isDirty: boolean,
  /** What happens to them, if they are not lost. */
  text?: string,
): (leave: () => void) => void {
  const words = useWords().unsavedChanges;
  const texts = useRef(words);
  texts.current = text === undefined ? words : { ...words, text };
  const [, go] = useLocation();
  const isFree = useRef(false);
  const skipPrompt = (leave: () => void) => {
    // Going back is asynchronous, so the guard stays off until there are other changes to lose.
    isFree.current = true;
    leave();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only whether to ask counts.
  useEffect(() => {
    isFree.current = false;
    if (!isDirty) return undefined;
    const confirmLeave = async (leave: () => void) => {
      if (await confirm(texts.current)) skipPrompt(leave);
    };
    const onNavigate = (event: NavigateEvent) => {
      const { destination, navigationType, cancelable } = event;
      const { pathname, search, hash } = new URL(destination.url);
      if (isFree.current || !cancelable || !destination.sameDocument || pathname === location.pathname)
        return;
      event.preventDefault();
      void confirmLeave(() =>
        navigationType === 'traverse'
          ? navigation.traverseTo(destination.key)
          : go(`~${pathname}${search}${hash}`),
      );
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Browsers without the Navigation API do not ask, but the work is kept in the tab.
    const watched = 'navigation' in window ? navigation : undefined;
    watched?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      watched?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  return skipPrompt;
}
