import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../browser/openBrowser.ts';
import { rewriteStored } from '../rewriteStored.ts';
import { copyDemo, shareRendered } from '../withDemo.ts';
import { content, olderTexts } from './content.ts';
import { describeArchive } from './describeArchive.ts';
import { describeEditions } from './describeEditions.ts';
import { describeHeads } from './describeHeads.ts';
import { describeLive } from './describeLive.ts';
import { describePages } from './describePages.ts';
import { describePreviewLinks } from './describePreviewLinks.ts';
import { describeResponses } from './describeResponses.ts';
import { type OpenSite, openSite } from './openSite.ts';

// A busy machine must not fail a test.
setDefaultTimeout(600_000);

let folder = '';
let site: OpenSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-site-'));
  const data = join(folder, 'data');
  await copyDemo(data);
  await shareRendered(data);
  site = await openSite(data);
  await Bun.write(join(folder, 'content.ndjson'), content(Date.now()));
  const { code, stderr } = await site.run('import', join(folder, 'content.ndjson'));
  if (code !== 0) throw new Error(stderr);
  await rewriteStored({ NEWSSTAND_DATA: data }, olderTexts);
  while ((await fetch(`${site.url}/blog/long-read`)).status !== 200) await Bun.sleep(50);
});

afterAll(async () => {
  await site?.end();
  await rm(folder, { recursive: true, force: true });
});

describeEditions(() => site);
describeResponses(() => site);
describeHeads(() => site);
describeArchive(() => site);
describePreviewLinks(() => site);

if (chromium === undefined) console.warn('skipped: the site in a real browser (there is no Chromium)');
else {
  describePages(() => site);
  describeLive(() => site);
}

test('Ctrl-C ends both', async () => {
  expect(await site.end()).toBe(0);
  await expect(fetch(site.url)).rejects.toThrow();
  await expect(fetch(site.serviceUrl)).rejects.toThrow();
});
