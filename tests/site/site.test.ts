import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { lacksBrowser } from '../browser/openBrowser.ts';
import { describeArchive } from './describeArchive.ts';
import { describeEditions } from './describeEditions.ts';
import { describeHeads } from './describeHeads.ts';
import { describeLive, describeStream } from './describeLive.ts';
import { describePages } from './describePages.ts';
import { describePreviewLinks } from './describePreviewLinks.ts';
import { describeResponses } from './describeResponses.ts';
import { openFilledSite } from './openFilledSite.ts';
import type { OpenSite } from './openSite.ts';

let site: OpenSite;

beforeAll(async () => {
  site = await openFilledSite();
});
afterAll(() => site?.end());

describeEditions(() => site);
describeResponses(() => site);
describeHeads(() => site);
describeArchive(() => site);
describePreviewLinks(() => site);
describeStream(() => site);

describe.skipIf(lacksBrowser('the example site'))('in a browser', () => {
  describePages(() => site);
  describe('new stories', () => describeLive(() => site));
});

test('Ctrl-C ends both', async () => {
  expect(await site.end()).toBe(0);
  await expect(fetch(site.url)).rejects.toThrow();
  await expect(fetch(site.serviceUrl)).rejects.toThrow();
});
