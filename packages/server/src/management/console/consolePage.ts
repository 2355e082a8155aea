import { escapeHtml } from '@newsstand/html';
import type { PageParts } from './openManifest.ts';

/** A language that the console speaks. */
export type Language = 'en' | 'ja';

const noScript = {
  en: 'The console needs JavaScript.',
  ja: '管理コンソールには JavaScript が必要です。',
} as const satisfies Record<Language, string>;

/** A sheet of paper: drawn here, so that the browser asks for nothing. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect x='2' y='1' width='12' height='14' rx='2' fill='%23228be6'/%3E%3Cpath d='M5 5h6M5 8h6M5 11h4' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

/** Writes a page of the console; all that it does is in its script. */
export function consolePage(
  { script, styles, preload }: PageParts,
  language: Language,
  nonce: string,
): string {
  const address = (name: string) => escapeHtml(`/console/assets/${name}`);
  const modules = preload.filter((name) => name.endsWith('.js'));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="newsstand-nonce" content="${nonce}">
<title>Newsstand</title>
<link rel="icon" href="${icon}">
${styles.map((name) => `<link rel="stylesheet" href="${address(name)}">\n`).join('')}${modules
  .map((name) => `<link rel="modulepreload" href="${address(name)}">\n`)
  .join('')}<script type="module" src="${address(script)}"></script>
</head>
<body>
<div id="root"></div>
<noscript>${noScript[language]}</noscript>
</body>
</html>
`;
}

/** A page that asks for itself once more. */
export const arrivalPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Newsstand</title>
<meta http-equiv="refresh" content="0"></head>
<body></body>
</html>
`;

/** A page that says why there is no console. */
export function plainPage(text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Newsstand</title><link rel="icon" href="${icon}"></head>
<body><p>${escapeHtml(text)}</p></body>
</html>
`;
}

/** The language that a browser would rather have. */
export function preferredLanguage(header: string | null): Language {
  const wishes = (header ?? '')
    .toLowerCase()
    .split(',', 20)
    .map((part) => {
      const [tag = '', weight] = part.split(';');
      const quality = /^\s*q=([\d.]+)\s*$/.exec(weight ?? '')?.[1];
      return { tag: tag.trim().split('-')[0], quality: Number(quality ?? 1) };
    });
  const best = (tag: Language) =>
    Math.max(0, ...wishes.filter((wish) => wish.tag === tag).map(({ quality }) => quality || 0));
  const firstOf = (tag: Language) => wishes.findIndex((wish) => wish.tag === tag);
  if (best('ja') === best('en')) return best('ja') > 0 && firstOf('ja') < firstOf('en') ? 'ja' : 'en';
  return best('ja') > best('en') ? 'ja' : 'en';
}
