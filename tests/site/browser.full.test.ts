import { afterAll, beforeAll, describe } from 'bun:test';
import { lacksBrowser } from '../browser/openBrowser.ts';
import { describeBlocks } from './describeBlocks.ts';
import { describeOffers } from './describeLive.ts';
import { describeLooks } from './describeLooks.ts';
import { openFilledSite } from './openFilledSite.ts';
import type { OpenSite } from './openSite.ts';

describe.skipIf(lacksBrowser('every page of the example site'))('the example site', () => {
  let site: OpenSite;

  beforeAll(async () => {
    site = await openFilledSite();
  });
  afterAll(() => site?.end());

  describeLooks(() => site);
  describeBlocks(() => site);
  describe('new stories', () => describeOffers(() => site));
});
