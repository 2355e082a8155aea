import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from './theme.ts';
import { LanguageProvider } from './words/LanguageProvider.tsx';

/** Shows a page, in the colours and the language of its reader. */
export function start(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no place for the console');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
        <LanguageProvider>{page}</LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

/** Styles that are made in the page are allowed by the number that came with it. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="newsstand-nonce"]')?.content ?? '';
}
