import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createLook, readableColours } from './theme.ts';
import { LanguageProvider, useWords } from './words/LanguageProvider.tsx';

/** Shows a page, in the colours and the language of its reader. */
export function start(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no place for the console');
  // Where dialogs look for it when they keep the page behind them from scrolling.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <Look>{page}</Look>
      </LanguageProvider>
    </StrictMode>,
  );
}

function Look({ children }: { readonly children: ReactNode }) {
  const { close } = useWords().notifications;
  const theme = useMemo(() => createLook(close), [close]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColours}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

/** Styles that are made in the page are allowed by the number that came with it. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="newsstand-nonce"]')?.content ?? '';
}
