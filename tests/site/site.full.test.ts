import { afterAll, beforeAll, describe } from 'bun:test';
import { lacksBrowser } from '../browser/openBrowser.ts';
import { describeArchive } from './describeArchive.ts';
import { describeBlocks } from './describeBlocks.ts';
import { describeLive } from './describeLive.ts';
import { describeLooks } from './describeLooks.ts';
import { describePages } from './describePages.ts';
import { openFilledSite } from './openFilledSite.ts';
import type { OpenSite } from './openSite.ts';

let site: OpenSite;

beforeAll(async () => {
  site = await openFilledSite();
});
afterAll(() => site?.end());

describeArchive(() => site);

describe.skipIf(lacksBrowser('the example site'))('in a browser', () => {
  describePages(() => site);
  describeLooks(() => site);
  describeBlocks(() => site);
  describe('new stories', () => describeLive(() => site));
});
