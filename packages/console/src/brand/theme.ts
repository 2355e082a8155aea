import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The green of a newspaper kiosk: the colour of the mark, of buttons and of links. */
const kiosk: MantineColorsTuple = [
  '#edfafa',
  '#d5f2f3',
  '#ade3e6',
  '#7cced2',
  '#4cb3b9',
  '#1c989e',
  '#057d82',
  '#056367',
  '#014f53',
  '#033b3d',
];

/** Greys with a little of it. */
const gray: MantineColorsTuple = [
  '#f7f9fb',
  '#f1f4f5',
  '#e4e9eb',
  '#d4dadd',
  '#c1c9cc',
  '#939da2',
  '#6c787d',
  '#4e5a60',
  '#333f44',
  '#1c262a',
];

const dark: MantineColorsTuple = [
  '#e2e7e9',
  '#c2c8cb',
  '#9aa3a7',
  '#6c767b',
  '#3b464a',
  '#293338',
  '#1e272b',
  '#141d20',
  '#0e1518',
  '#070d10',
];

const fontFamily = [
  '-apple-system',
  '"Segoe UI"',
  'Roboto',
  '"Noto Sans"',
  '"Hiragino Sans"',
  '"Yu Gothic UI"',
  '"Noto Sans JP"',
  '"Noto Sans CJK JP"',
  'Meiryo',
  'system-ui',
  'sans-serif',
].join(', ');

/** The theme of the console; `close` labels buttons that only show a cross. */
export function createConsoleTheme(close: string) {
  const closeButtonProps = { 'aria-label': close };
  return createTheme({
    primaryColor: 'kiosk',
    primaryShade: { light: 7, dark: 6 },
    colors: { kiosk, gray, dark },
    black: '#1c262a',
    defaultRadius: 'sm',
    radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
    fontFamily,
    fontFamilyMonospace: `ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", ${fontFamily}`,
    fontSizes: { xs: '0.78rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    headings: {
      fontFamily,
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.3' },
        h2: { fontSize: '1.15rem', lineHeight: '1.35' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
        h4: { fontSize: '0.9375rem', lineHeight: '1.45' },
      },
    },
    shadows: {
      xs: '0 1px 2px rgb(9 26 30 / 8%)',
      sm: '0 1px 2px rgb(9 26 30 / 8%), 0 2px 6px rgb(9 26 30 / 6%)',
      md: '0 2px 4px rgb(9 26 30 / 8%), 0 6px 16px rgb(9 26 30 / 10%)',
      lg: '0 4px 8px rgb(9 26 30 / 8%), 0 12px 32px rgb(9 26 30 / 14%)',
      xl: '0 8px 16px rgb(9 26 30 / 10%), 0 24px 56px rgb(9 26 30 / 18%)',
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // A dialog has a header, but not that of the page.
      Modal: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
      Drawer: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
      Notification: { defaultProps: { closeButtonProps } },
      Badge: { defaultProps: { tt: 'none', fw: 600, radius: 'sm' } },
      Tooltip: { defaultProps: { openDelay: 300 } },
      Menu: { defaultProps: { shadow: 'lg' } },
      Popover: { defaultProps: { shadow: 'lg' } },
    },
  });
}

const hues = ['red', 'pink', 'violet', 'indigo', 'blue', 'teal', 'green', 'yellow', 'orange'] as const;

/** Mantine's coloured texts and buttons are too pale for small text. */
export const readableColours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...filledColours,
    ...byHue((hue) => ({ [`--mantine-color-${hue}-light-color`]: darker(hue, 70) })),
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#647076',
    '--mantine-color-error': darker('red', 85),
    '--mantine-color-anchor': 'var(--mantine-color-kiosk-7)',
  },
  dark: {
    ...filledColours,
    '--mantine-color-dimmed': '#a3acb0',
    '--mantine-color-placeholder': '#959fa3',
    '--mantine-color-anchor': 'var(--mantine-color-kiosk-3)',
    // Mantine's would be darker than the page.
    '--mantine-color-kiosk-light': 'rgb(76 179 185 / 16%)',
    '--mantine-color-kiosk-light-hover': 'rgb(76 179 185 / 24%)',
    '--mantine-color-kiosk-light-color': 'var(--mantine-color-kiosk-2)',
    '--mantine-color-gray-light': 'rgb(163 172 176 / 14%)',
    '--mantine-color-gray-light-hover': 'rgb(163 172 176 / 22%)',
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
