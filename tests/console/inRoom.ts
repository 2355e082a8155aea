import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../browser/openChromium.ts';
import { openRoom, type Room } from './openRoom.ts';

/**
 * Tests of the console in a real browser. After each, no page may have had an error or a warning in its console, or
 * asked anything of elsewhere: what a test expects it takes out by `faults()`.
 */
export function inRoom(tests: (room: () => Room) => void, { hasOwner } = { hasOwner: true }): void {
  if (chromium === undefined) {
    console.warn(
      'left out: the console in a real browser, since there is no chromium, chromium-browser or google-chrome',
    );
    return;
  }
  const program = chromium;
  let room: Room;
  // A busy machine is no fault.
  setDefaultTimeout(600_000);
  beforeAll(async () => {
    room = await openRoom(program, await mkdtemp(join(tmpdir(), 'newsstand-console-')), hasOwner);
  });
  afterEach(() => expect(room.faults()).toEqual([]));
  afterAll(() => room?.close());
  tests(() => room);
}
