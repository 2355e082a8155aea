import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../words/LanguageProvider.tsx';
import { askFirst } from './ConfirmDialog.tsx';

/**
 * Asks before unsaved work is left, by a link, by going back or by closing the window.
 * Gives a way to leave without being asked.
 */
export function useLeaveGuard(isDirty: boolean, onLeave: () => void = () => {}): (leave: () => void) => void {
  const texts = useWords().leaveGuard;
  const [, go] = useLocation();
  const isFree = useRef(false);
  const freely = (leave: () => void) => {
    // Going back takes a moment; the way stays open until there is other work to lose.
    isFree.current = true;
    leave();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked may change, whether it is asked counts.
  useEffect(() => {
    isFree.current = false;
    if (!isDirty) return undefined;
    const ask = async (leave: () => void) => {
      if (!(await askFirst(texts))) return;
      onLeave();
      freely(leave);
    };
    const onNavigate = (event: NavigateEvent) => {
      const { destination, navigationType, cancelable } = event;
      const { pathname, search, hash } = new URL(destination.url);
      if (isFree.current || !cancelable || !destination.sameDocument || pathname === location.pathname)
        return;
      event.preventDefault();
      void ask(() =>
        navigationType === 'traverse'
          ? navigation.traverseTo(destination.key)
          : go(`~${pathname}${search}${hash}`),
      );
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Where a browser can't be asked, the work is still kept in the tab.
    const watched = 'navigation' in window ? navigation : undefined;
    watched?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      watched?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty, texts]);
  return freely;
}
