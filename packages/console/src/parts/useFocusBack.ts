import { useLayoutEffect } from 'react';

/** Gives the focus back to what opened a dialog that is there only while it is open; where that is gone, to the page. */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      // After the dialog has let go of it.
      requestAnimationFrame(() => {
        const place = opener?.isConnected ? opener : document.getElementById('main');
        // Where one dialog leads to the next, that one has it.
        if (document.querySelector('[role="dialog"]') === null) place?.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** An entry of a menu goes with its menu; the button that opened that stays. */
function openerOf(focused: Element | null): HTMLElement | undefined {
  const name = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  const found = document.getElementById(name) ?? focused;
  return found instanceof HTMLElement && found !== document.body ? found : undefined;
}
