import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { defineWords } from '../words/defineWords.ts';
import { useWords } from '../words/LanguageProvider.tsx';

const words = defineWords(
  { close: 'Close', first: 'First page', previous: 'Page before', next: 'Next page', last: 'Last page' },
  {
    close: '閉じる',
    first: '最初のページ',
    previous: '前のページ',
    next: '次のページ',
    last: '最後のページ',
  },
);

/** Gives names to the buttons that Mantine leaves without one, for those who hear the page. */
export function NamedControls({ children }: { readonly children: ReactNode }) {
  const texts = useWords(words);
  const closeButtonProps = { 'aria-label': texts.close };
  const components = {
    // The head of a dialog is not the banner of the page.
    Modal: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
    Notification: { defaultProps: { closeButtonProps } },
    Pagination: {
      defaultProps: {
        getControlProps: (control: 'first' | 'previous' | 'next' | 'last') => ({
          'aria-label': texts[control],
        }),
      },
    },
  };
  return <MantineThemeProvider theme={{ components }}>{children}</MantineThemeProvider>;
}
