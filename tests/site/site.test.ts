import { afterAll, beforeAll, expect, test } from 'bun:test';
import { describeEditions } from './describeEditions.ts';
import { describeHeads } from './describeHeads.ts';
import { describeStream } from './describeLive.ts';
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
describePreviewLinks(() => site);
describeStream(() => site);

test('Ctrl-C ends both', async () => {
  expect(await site.end()).toBe(0);
  await expect(fetch(site.url)).rejects.toThrow();
  await expect(fetch(site.serviceUrl)).rejects.toThrow();
});
