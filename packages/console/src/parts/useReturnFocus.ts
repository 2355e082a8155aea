import { useLayoutEffect } from 'react';

/** Returns the focus to the element that opened a dialog or, if that is gone, to the page. */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      // After the dialog has released it.
      requestAnimationFrame(() => {
        const place = opener?.isConnected ? opener : document.getElementById('main');
        // If another dialog has opened, it keeps the focus.
        if (document.querySelector('[role="dialog"]') === null) place?.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** A menu item disappears with its menu; the button that opened the menu stays. */
function openerOf(focused: Element | null): HTMLElement | undefined {
  const name = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  const found = document.getElementById(name) ?? focused;
  return found instanceof HTMLElement && found !== document.body ? found : undefined;
}
