import { expect, test } from 'bun:test';
import { SendQueue } from './HttpResponse.ts';

const head = 'x'.repeat(100);
const body = Buffer.alloc(100_000);
const scratchBytes = 64 * 1024;
const rest = head.length + body.length - scratchBytes;

/** Sends a response to a socket whose writes end as given, and says what became of it. */
function sendTo(...results: readonly number[]) {
  const left = [...results];
  const queue = new SendQueue({ write: () => left.shift() ?? 0 });
  return { queue, outcome: queue.sendResponse(head, body) };
}

test('bytes that a client has not taken are held; a client that is gone is distinguished from a slow one', () => {
  expect(sendTo(-1).outcome).toBe('gone');
  expect(sendTo(scratchBytes, -1).outcome).toBe('gone');
  for (const results of [[0], [10], [head.length], [head.length + 10], [scratchBytes, 10]]) {
    const { queue, outcome } = sendTo(...results);
    expect([outcome, queue.isEmpty]).toEqual(['blocked', false]);
  }
  const { queue, outcome } = sendTo(scratchBytes, rest);
  expect([outcome, queue.isEmpty]).toEqual(['sent', true]);
});

test('every byte goes out once and in order, however little is taken at a time', () => {
  const text = Buffer.from(Array.from({ length: 70_000 }, (_, number) => 97 + (number % 26)));
  const memory = new Uint8Array(text);
  const sent: string[] = [];
  const write = (bytes: Uint8Array, start = 0, length = bytes.length - start) => {
    const taken = Math.min(length, sent.length % 3 === 0 ? 0 : 9_000);
    sent.push(Buffer.from(bytes.subarray(start, start + taken)).toString('latin1'));
    return taken;
  };
  const queue = new SendQueue({
    write: (bytes, start, length) => write(Buffer.from(bytesOf(bytes)), start, length),
  });
  queue.sendResponse(head, memory, () => void memory.fill(0));
  for (let turns = 0; !queue.isEmpty && turns < 100; turns++) queue.flush();
  expect(sent.join('')).toBe(head + text.toString('latin1'));
});

function bytesOf(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return given;
  throw new Error('it sends bytes only');
}
