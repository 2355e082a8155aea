/**
 * Measures the example site with Lighthouse: `npm run lighthouse`. Starts a service with the demo content and the site on it, on free
 * ports, and writes bench/lighthouse.md; the full reports go into bench/lighthouse/reports. Needs Chromium and an idle machine.
 */
import { mkdir, rm } from 'node:fs/promises';
import { getPriority, loadavg } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { chromium, type Device, emulate, openBrowser, openPage } from '../../tests/browser/openBrowser.ts';
import { type OpenSite, withSite } from '../../tests/site/openSite.ts';
import { medianBy } from '../median.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { scratchInstall } from '../scratchInstall.ts';

const pages = {
  'front page': '/',
  'article with pictures': '/blog/a-week-in-huila',
  category: '/category/stories',
  archive: '/archive',
  search: '/search',
} as const;

/** As Lighthouse shows pages. */
const devices = {
  phone: { width: 412, height: 823, scale: 1.75 },
  desktop: { width: 1350, height: 940 },
} satisfies Record<string, Device>;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** What every score should reach. */
const least = 95;

const score = z.object({ score: z.number().transform((value) => Math.round(value * 100)) });
const figure = z.object({ numericValue: z.number() });
const reportSchema = z.object({
  lighthouseVersion: z.string(),
  userAgent: z.string(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z.object({
    'largest-contentful-paint': figure,
    'cumulative-layout-shift': figure,
    'total-blocking-time': figure,
  }),
});
type Report = z.infer<typeof reportSchema>;
type Row = { readonly page: string; readonly device: string; readonly report: Report };

const { runs = '3' } = readFlags({ runs: { type: 'string' } });
if (chromium === undefined) throw new Error('there is no chromium, chromium-browser or google-chrome');
const scratch = await scratchInstall(join(import.meta.dir, 'project'), 'lighthouse', false);
const folder = join(import.meta.dir, 'reports');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const rows: Row[] = [];
await withSite(async (site) => {
  await openOnce(site);
  for (const device of ['phone', 'desktop'] as const)
    for (const [page, path] of Object.entries(pages)) {
      const reports: Report[] = [];
      for (let run = 1; run <= Number(runs); run++)
        reports.push(
          await measure(
            site.url + path,
            device,
            join(folder, `${page.replaceAll(' ', '-')}-${device}-${run}`),
          ),
        );
      const report = medianBy(reports, ({ categories: { performance } }) => performance.score);
      rows.push({ page, device, report });
      console.log([device, page, ...categories.map((name) => report.categories[name].score)].join('\t'));
    }
});
await Bun.write(join(import.meta.dir, '../lighthouse.md'), await describeRows(rows));
const low = rows.filter(({ report }) => categories.some((name) => report.categories[name].score < least));
if (low.length > 0)
  console.error(`below ${least}: ${low.map(({ page, device }) => `${page} on ${device}`).join(', ')}`);
process.exitCode = low.length > 0 ? 1 : 0;

/** Opens all pages to their ends, so that their pictures have been rendered: only the very first reader waits for that. */
async function openOnce(site: OpenSite): Promise<void> {
  const browser = await openBrowser();
  const page = await openPage(browser);
  for (const device of Object.values(devices))
    for (const path of Object.values(pages)) {
      await emulate(page, device);
      await page.goto(site.url + path);
      await page.evaluate('for (const image of document.images) image.loading = "eager"');
      await page.waitForFunction('[...document.images].every((image) => image.complete)');
    }
  await browser.close();
}

/** Runs Lighthouse once, and keeps its report as HTML and JSON. */
async function measure(url: string, device: keyof typeof devices, file: string): Promise<Report> {
  const command = join(scratch, 'node_modules/lighthouse/cli/index.js');
  const child = Bun.spawn(
    [
      ...[process.execPath, command, url, '--quiet', '--no-enable-error-reporting'],
      ...['--output=json', '--output=html', `--output-path=${file}`],
      `--only-categories=${categories.join()}`,
      // Its default is a phone.
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
      // Its sandbox can't be set up in containers, and it visits only our own pages.
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdout: 'ignore', stderr: 'inherit' },
  );
  if ((await child.exited) !== 0) throw new Error(`Lighthouse failed for ${url}`);
  return reportSchema.parse(await Bun.file(`${file}.report.json`).json());
}

async function describeRows(rows: readonly Row[]): Promise<string> {
  const [{ report } = { report: undefined }] = rows;
  const chromiumVersion = /Chrome\/([\d.]+)/.exec(report?.userAgent ?? '')?.[1];
  const speeds = rows.map((row) => Math.round(row.report.environment.benchmarkIndex));
  const lines = rows.map(({ page, device, report: { categories: scores, audits } }) => {
    const seconds = (audits['largest-contentful-paint'].numericValue / 1000).toFixed(1);
    const blocked = Math.round(audits['total-blocking-time'].numericValue);
    const shift = Number(audits['cumulative-layout-shift'].numericValue.toFixed(3));
    return `| ${page} | ${device} | ${categories.map((name) => scores[name].score).join(' | ')} | ${seconds} s | ${blocked} ms | ${shift} |`;
  });
  return `# Lighthouse

${await provenance()}, Lighthouse ${report?.lighthouseVersion}, Chromium ${chromiumVersion}. Of ${runs} runs, the one with the median
performance. Written by \`npm run lighthouse\`.

The [example site](../examples/news-site/README.md) with the demo content, over plain HTTP from the machine that also runs the service and
the browser. Each page was opened once before, so that its pictures have been rendered. Phone is Lighthouse's default: a slow 4G network and a slow processor, both simulated. The aim is ${least} in all four.

| page | device | performance | accessibility | best practices | SEO | largest paint | blocked | layout shift |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

The machine had a Lighthouse CPU index of ${Math.min(...speeds)} to ${Math.max(...speeds)} during the runs, and a load of ${loadavg()[0]?.toFixed(1)} at the end. Performance
depends on it: what else runs beside the browser counts as the site's work. The other three do not.
${priorityNote()}

Lighthouse takes pages from localhost as safe, so missing TLS costs nothing here; a site on the web needs it for the same score.
\`/search\` is the page with the form: results of searches are \`noindex\` on purpose, which Lighthouse would count as a fault.
`;
}

/** Figures of a run that went before everything else on the machine are not those of an ordinary one. */
function priorityNote(): string {
  const nice = getPriority();
  if (nice === 0) return '';
  return `\nThese runs were not at the usual priority: service, site and browser ran at nice ${nice}. On a busy machine that raises performance.\n`;
}
