import { escapeHtml } from '@newsstand/html';
import type { PageParts } from './openManifest.ts';

/** A sheet of paper; inline, so that the browser requests nothing. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect x='2' y='1' width='12' height='14' rx='2' fill='%23228be6'/%3E%3Cpath d='M5 5h6M5 8h6M5 11h4' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

/** Writes a page of the console, which only loads its script. */
export function consolePage(
  { script, styles, preload }: PageParts,
  { language, noScript }: { readonly language: string; readonly noScript: string },
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
<noscript>${escapeHtml(noScript)}</noscript>
</body>
</html>
`;
}

/** A page that reloads itself. */
export const reloadPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Newsstand</title>
<meta http-equiv="refresh" content="0"></head>
<body></body>
</html>
`;

/** A page with a message instead of the console. */
export function messagePage(text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Newsstand</title><link rel="icon" href="${icon}"></head>
<body><p>${escapeHtml(text)}</p></body>
</html>
`;
}

/** The best of these languages for an `accept-language` header; English if it names none of them. */
export function preferredLanguage(header: string | null, languages: readonly string[]): string {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',', 20)
    .map((part) => {
      const [tag = '', weight] = part.split(';');
      const quality = /^\s*q=([\d.]+)\s*$/.exec(weight ?? '')?.[1];
      return { language: tag.trim().split('-')[0] ?? '', quality: Number(quality ?? 1) || 0 };
    })
    .filter(({ language, quality }) => quality > 0 && languages.includes(language))
    .sort((one, other) => other.quality - one.quality);
  return accepted[0]?.language ?? 'en';
}
