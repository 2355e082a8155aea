import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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
export function createLook(close: string) {
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
export const readableColours: CSSVariablesResolver = () => ({
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
