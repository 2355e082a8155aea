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

/** How the console looks; `close` is what buttons that only show a cross are called. */
function createLook(close: string) {
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
      // A dialog has a head, but is not the head of the page.
      Modal: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
      Drawer: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
      Notification: { defaultProps: { closeButtonProps } },
    },
  });
}

const hues = ['red', 'pink', 'violet', 'blue', 'teal', 'green', 'yellow', 'orange'] as const;

/** Mantine's own greys, and its coloured words and buttons, are too pale for small text. */
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
