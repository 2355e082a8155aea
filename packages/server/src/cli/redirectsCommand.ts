import type { Command } from 'commander';
import { z } from 'zod';
import { withStore } from '../store/openStore.ts';
import type { Scope, Store, StoredRecord } from '../store/Store.ts';
import { articleAddress } from '../transfer/articleAddress.ts';
import {
  oldPathOf,
  type Redirect,
  type RedirectFormat,
  redirectFormats,
  samePlace,
} from '../transfer/export/redirects.ts';
import { Failure } from './Failure.ts';
import { liveNews } from './liveNews.ts';
import { addExamples, addSettings, configOf, storeSettings, textOption } from './options.ts';
import { note, print } from './output.ts';
import { checkExists, readPlace } from './parseGrant.ts';

const formats = Object.keys(redirectFormats).filter(isFormat);

/** Adds `redirects`. */
export function addRedirectsCommand(program: Command): void {
  const command = program
    .command('redirects')
    .description('write redirects from the old addresses of imported articles to the new ones')
    .requiredOption('--for <server>', `the server or host that reads them: ${formats.join(', ')}`)
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--space <id>', 'the space')
    .option('--instance <id>', 'only this instance of news')
    .option(
      '--to <path>',
      'the new path, with {instance}, {alias} (or else the ID) and {id}',
      '/{instance}/{alias}',
    )
    .option('--site-url <url>', 'the URL of the site, which Cloudflare needs');
  addExamples(
    command,
    'newsstand redirects --for nginx --project acme --space web > redirects.conf',
    "newsstand redirects --for netlify --project acme --space web --instance blog --to '/articles/{alias}' > _redirects",
  );
  addSettings(command, storeSettings).action(() => writeRedirects(command));
}

async function writeRedirects(command: Command): Promise<void> {
  const format = textOption(command, 'for') ?? '';
  if (!isFormat(format)) throw new Failure(`--for must be one of ${formats.join(', ')}`, 2);
  const template = textOption(command, 'to') ?? '';
  if (!/^\/[^\s"]*\{(alias|id)\}[^\s"]*$/.test(template))
    throw new Failure('--to must be a path that contains {alias} or {id}, such as /news/{alias}', 2);
  if (/[{}]/.test(template.replaceAll(/\{(instance|alias|id)\}/g, '')))
    throw new Failure('--to may contain {instance}, {alias} and {id}, and no other braces', 2);
  const siteUrl = siteOf(textOption(command, 'siteUrl'), format);
  const place = readPlace(command);
  const scope = { projectId: place.project, spaceId: place.space, instanceId: place.instance };
  await withStore(configOf(command).databaseUrl, async (store) => {
    await checkExists(store, scope);
    const redirects = await redirectsOf(store, scope, template);
    if (redirects.length === 0)
      note('no live article has an old address; imports keep them in the member oldPaths of a body');
    await print(`${redirectFormats[format](redirects, siteUrl)}\n`);
  });
}

function isFormat(name: string): name is RedirectFormat {
  return Object.hasOwn(redirectFormats, name);
}

function siteOf(text: string | undefined, format: RedirectFormat): string {
  const url = text === undefined ? undefined : URL.parse(text);
  if (url === null || (url !== undefined && !/^https?:$/.test(url.protocol)))
    throw new Failure('--site-url must be a URL such as https://example.com', 2);
  if (url === undefined && format === 'cloudflare')
    throw new Failure('--site-url is needed: Cloudflare redirects whole URLs', 2);
  return url?.origin ?? '';
}

/** Only of articles that are live: the file may be public. Of two that were at one address, the first counts. */
async function redirectsOf(store: Store, scope: Scope, template: string): Promise<readonly Redirect[]> {
  const now = Date.now();
  const found = new Map<string, Redirect>();
  /** Where live articles are: a redirect from there would hide them. */
  const live = new Set<string>();
  await store.read(async (reader) => {
    for await (const records of reader.records(scope)) for (const record of records) add(record);
  });
  function add(record: StoredRecord): void {
    const news = addressesOf(record, now, template);
    if (news === undefined) return;
    live.add(samePlace(news.to));
    if (news.oldPaths.length === 0) note(`${news.to} has no old address, so no redirect leads to it`);
    for (const text of news.oldPaths) {
      const from = oldPathOf(text);
      const key = from === undefined ? undefined : samePlace(from);
      if (from === undefined || key === undefined)
        note(`${JSON.stringify(text)} is left out: it is not the path of a page`);
      else if (found.has(key)) note(`${from} was the address of more than one article`);
      else found.set(key, { from, to: news.to });
    }
  }
  return [...found].flatMap(([key, redirect]) => {
    if (!live.has(key)) return [redirect];
    if (samePlace(redirect.to) !== key)
      note(`${redirect.from} is left out: it is the new address of another article`);
    return [];
  });
}

const withOldPaths = z.object({ oldPaths: z.array(z.unknown()) });

/** Where a live article is and was; undefined for anything else. */
function addressesOf(stored: StoredRecord, now: number, template: string) {
  const news = liveNews(stored, now);
  if (news === undefined) return undefined;
  const { oldPaths = [] } = withOldPaths.safeParse(news.body).data ?? {};
  return {
    to: articleAddress(template.replaceAll('$', '%24'), news),
    oldPaths: oldPaths.filter((each) => typeof each === 'string'),
  };
}
