import '@mantine/core/styles.css';
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core';
import { type ReactNode, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider, useWords } from './words/LanguageProvider.tsx';

/** Renders a page in the language and colours of its viewer. */
export function renderPage(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root element');
  // Dialogs look for it here when they stop the page behind them from scrolling.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
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

const ink: MantineColorsTuple = [
  '#eef3fb',
  '#dbe4f3',
  '#b4c6e6',
  '#8aa6d9',
  '#688bce',
  '#527ac8',
  '#4671c6',
  '#3760af',
  '#2d559d',
  '#1e4585',
];

/** The theme of the console; `close` labels buttons that only show a cross. */
function createConsoleTheme(close: string) {
  const closeButtonProps = { 'aria-label': close };
  return createTheme({
    primaryColor: 'ink',
    primaryShade: { light: 7, dark: 6 },
    colors: { ink },
    defaultRadius: 'md',
    fontFamily:
      'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", Meiryo, sans-serif',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // A dialog has a header, but not that of the page.
      Modal: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
      Drawer: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
      Notification: { defaultProps: { closeButtonProps } },
    },
  });
}

const hues = ['red', 'pink', 'violet', 'blue', 'teal', 'green', 'yellow', 'orange'] as const;

/** Mantine's greys, coloured texts and buttons are too pale for small text. */
const readableColours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...filledColours,
    ...byHue((hue) => ({ [`--mantine-color-${hue}-light-color`]: darker(hue, 70) })),
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6b7279',
    '--mantine-color-error': darker('red', 85),
  },
  dark: {
    ...filledColours,
    '--mantine-color-dimmed': '#a6a6a6',
    '--mantine-color-placeholder': '#959595',
  },
});

const filledColours = byHue((hue) => ({
  [`--mantine-color-${hue}-filled`]: darker(hue, 85),
  [`--mantine-color-${hue}-filled-hover`]: darker(hue, 75),
}));

function byHue(make: (hue: string) => Record<string, string>): Record<string, string> {
  return Object.assign({}, ...hues.map(make));
}

function darker(hue: string, percent: number): string {
  return `color-mix(in srgb, var(--mantine-color-${hue}-9) ${percent}%, black)`;
}
