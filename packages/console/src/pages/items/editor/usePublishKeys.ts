import { useEffect, useRef } from 'react';

/**
 * Ctrl+Enter and ⌘Enter publish, wherever the cursor is, and do nothing else: they are taken before any field or block
 * sees them. Fields of their own, such as that for a comment, and dialogs keep them.
 */
export function usePublishKeys(publish: () => void): void {
  const latest = useRef(publish);
  latest.current = publish;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
      // While a word is being composed, the keys belong to that.
      if (!isOurs || event.isComposing || event.keyCode === 229) return;
      const isElsewhere = isInOwnPlace(event.target);
      // Holding the keys does nothing more, and above all does not answer the question that has just appeared.
      if (isElsewhere && !event.repeat) return;
      event.preventDefault();
      event.stopPropagation();
      if (isElsewhere || event.repeat) return;
      leaveField();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

function isInOwnPlace(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return true;
  return (
    target instanceof Element && target.closest('[role="dialog"], [role="menu"], [data-own-enter]') !== null
  );
}

/** Lets a field take what was typed, as if it were left. */
function leaveField(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  field.blur();
  field.focus();
}
