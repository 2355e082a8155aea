import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleTheme, readableColours } from './brand/theme.ts';
import { LanguageProvider, preferredLanguage, useWords } from './words/LanguageProvider.tsx';
import { loadWords } from './words/languages.ts';

/** Renders a page in the language and colours of its viewer. */
export async function renderPage(page: ReactNode): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root element');
  // Dialogs look for it here when they stop the page behind them from scrolling.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  const language = preferredLanguage();
  await loadWords(language);
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider initial={language}>
        <ConsoleTheme>{page}</ConsoleTheme>
      </LanguageProvider>
    </StrictMode>,
  );
}

function ConsoleTheme({ children }: { readonly children: ReactNode }) {
  const { close } = useWords().notifications;
  const theme = useMemo(() => createConsoleTheme(close), [close]);
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

/** Injected styles need the nonce that came with the page. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="newsstand-nonce"]')?.content ?? '';
}
