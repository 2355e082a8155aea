import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importLines } from '../fillStore.ts';
import { rewriteStored } from '../rewriteStored.ts';
import { until } from '../testing/until.ts';
import { copyDemo, shareRendered } from '../withDemo.ts';
import { content, olderTexts } from './content.ts';
import { type OpenSite, openSite } from './openSite.ts';

/** Starts the example with the demo, and with what tests need in addition. */
export async function openFilledSite(): Promise<OpenSite> {
  const data = join(await mkdtemp(join(tmpdir(), 'newsstand-site-')), 'data');
  await copyDemo(data);
  await shareRendered(data);
  const site = await openSite(data);
  await importLines(site.env, content(Date.now()));
  await rewriteStored(site.env, olderTexts);
  await until('a story that was imported', async () => (await fetch(`${site.url}/blog/long-read`)).ok);
  return site;
}
