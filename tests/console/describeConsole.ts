import { afterAll, afterEach, beforeAll, describe, expect } from 'bun:test';
import { lacksBrowser } from '../browser/openBrowser.ts';
import { type OpenConsole, openOwnConsole, openSharedConsole } from './openConsole.ts';

/** For a service of its own: its settings, and whether there is an owner already. */
type Own = { readonly hasOwner?: boolean; readonly settings?: Readonly<Record<string, string>> };

/**
 * Defines tests of the console in a real browser, with the demo as it was imported. After each of them, no page may have
 * logged an error or a warning, or sent a request to another origin; a test takes out those that it expects with
 * `takeErrors()`. The service is shared with other files, unless something about it is to be different.
 */
export function describeConsole(tests: (service: () => OpenConsole) => void, own?: Own): void {
  describe.skipIf(lacksBrowser('the console'))('the console', () => {
    let service: OpenConsole;
    beforeAll(async () => {
      service = await (own === undefined
        ? openSharedConsole()
        : openOwnConsole(own.settings ?? {}, own.hasOwner ?? true));
    });
    afterEach(() => expect(service.takeErrors()).toEqual([]));
    afterAll(() => service?.close());
    tests(() => service);
  });
}
