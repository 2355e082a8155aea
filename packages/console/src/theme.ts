import { createTheme, type MantineColorsTuple } from '@mantine/core';

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

/** How the console looks. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink },
  defaultRadius: 'md',
  fontFamily:
    'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", Meiryo, sans-serif',
  cursorType: 'pointer',
});
