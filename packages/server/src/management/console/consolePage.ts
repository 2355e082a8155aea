import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '@newsstand/html';
import { z } from 'zod';

/** Writes a page of the console, which only loads its script. `meta` is what the script has to know at once. */
export function consolePage(
  { script, styles, preload }: PageParts,
  { icon, touchIcon, webManifest }: Brand,
  { language, noScript }: { readonly language: string; readonly noScript: string },
  meta: Readonly<Record<string, string>>,
): string {
  const address = (name: string) => escapeHtml(`/console/assets/${name}`);
  const modules = preload.filter((name) => name.endsWith('.js'));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${Object.entries(meta)
  .map(([name, content]) => `<meta name="newsstand-${name}" content="${escapeHtml(content)}">\n`)
  .join('')}<title>Newsstand</title>
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141d20" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="${address(icon)}">
<link rel="apple-touch-icon" href="${address(touchIcon)}">
<link rel="manifest" href="${address(webManifest)}">
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
<head><meta charset="utf-8"><title>Newsstand</title><link rel="icon" href="data:,"></head>
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

const page = z.object({ script: z.string(), styles: z.array(z.string()), preload: z.array(z.string()) });

const manifest = z.object({
  pages: z.object({ signIn: page, console: page }),
  brand: z.object({ icon: z.string(), touchIcon: z.string(), webManifest: z.string() }),
  languages: z.record(z.string(), z.object({ noScript: z.string(), words: z.array(z.string()) })),
  files: z.record(
    z.string(),
    z.object({ type: z.string(), isOpen: z.boolean(), encodings: z.array(z.string()) }),
  ),
});

/** The build of the console: its two pages, its languages and all its files. */
export type Manifest = z.infer<typeof manifest>;
/** The icons, and the web manifest. */
type Brand = Manifest['brand'];
/** The files that a page needs. */
type PageParts = z.infer<typeof page>;

/** Reads the build manifest, and again after a rebuild; undefined if there is none. */
export function openManifest(folder: string): () => Promise<Manifest | undefined> {
  const path = join(folder, 'manifest.json');
  let known: { readonly at: number; readonly manifest: Manifest } | undefined;
  return async () => {
    const at = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at === undefined) return undefined;
    if (known?.at !== at) known = { at, manifest: manifest.parse(await Bun.file(path).json()) };
    return known.manifest;
  };
}
