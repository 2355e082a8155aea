import { join } from 'node:path';
import { escapeHtml } from '@newsstand/html';
import { previewStyle } from '../src/pages/items/preview/previewStyle.ts';

const source = join(import.meta.dir, '../src');

/** The page that preview links lead to: complete in one file, and the hashes of its script and its styles for its policy. */
export type PreviewPage = { readonly html: string; readonly script: string; readonly style: string };

/** Builds the page, with its texts in every language. */
export async function buildPreviewPage(): Promise<PreviewPage & { readonly inputs: readonly string[] }> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(source, 'previewPage/previewPage.ts')],
    minify: true,
    target: 'browser',
    metafile: true,
  });
  const bundled = (await outputs[0]?.text()) ?? '';
  // As it stands in a page, a script must not hold what would end it. Within strings and patterns both mean the same.
  const script = bundled.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
  const own = await Bun.file(join(source, 'previewPage/previewPage.css')).text();
  const style = `${own}${previewStyle}`;
  const { previewPage } = await import('../src/words/en/previewPage.ts');
  const mark = await Bun.file(join(source, 'brand/mark.svg')).text();
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(previewPage.title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark)}">
<style>${style}</style>
</head>
<body>
<main><noscript>${escapeHtml(previewPage.noScript)}</noscript></main>
<script type="module">${script}</script>
</body>
</html>
`;
  return { html, script: hashOf(script), style: hashOf(style), inputs: Object.keys(metafile?.inputs ?? {}) };
}

function hashOf(text: string): string {
  return `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`;
}
