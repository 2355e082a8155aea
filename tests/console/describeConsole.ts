import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../browser/openBrowser.ts';
import { type OpenConsole, openConsole } from './openConsole.ts';

type Options = { readonly hasOwner?: boolean; readonly settings?: Readonly<Record<string, string>> };

/**
 * Defines tests of the console in a real browser. After each of them, no page may have logged an error or a warning, or
 * sent a request to another origin; a test takes out those that it expects with `takeErrors()`.
 */
export function describeConsole(
  tests: (service: () => OpenConsole) => void,
  { hasOwner = true, settings = {} }: Options = {},
): void {
  if (chromium === undefined) {
    console.warn('skipped: the console in a real browser (there is no Chromium)');
    return;
  }
  let service: OpenConsole;
  // A busy machine must not fail a test.
  setDefaultTimeout(600_000);
  beforeAll(async () => {
    service = await openConsole(await mkdtemp(join(tmpdir(), 'newsstand-console-')), hasOwner, settings);
  });
  afterEach(() => expect(service.takeErrors()).toEqual([]));
  afterAll(() => service?.close());
  tests(() => service);
}
