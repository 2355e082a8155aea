import { expect, test } from 'bun:test';
import type { UploadState } from '@newsstand/contract/manage';
import {
  createUploadQueue,
  type SendOptions,
  UploadFailed,
  type UploadTransport,
} from './createUploadQueue.ts';

type Open = { file: File; sending: SendOptions; finish: (id: string) => void; fail: (error: Error) => void };

/** A queue whose uploads finish when the test says so. */
function open(states: UploadState['state'][] = ['ready']) {
  const sent: Open[] = [];
  const terminated: string[] = [];
  let looks = 0;
  const transport: UploadTransport = {
    send: (file, sending) =>
      new Promise((finish, fail) => {
        sending.signal.addEventListener('abort', () => fail(new Error('aborted')));
        sent.push({ file, sending, finish, fail });
      }),
    async getState(_projectId, uploadId) {
      const state = states[Math.min(looks++, states.length - 1)] ?? 'ready';
      const known = { uploadId, name: 'x', length: 3, offset: 3, expiresAt: 0 };
      return { ...known, state, fraction: looks / 10, ...(state === 'failed' && { message: 'no picture' }) };
    },
    terminate: async (url) => void terminated.push(url),
    wait: async () => {},
    judgeFailure: (error) => {
      if (error instanceof UploadFailed) return 'hopeless';
      return error instanceof Error && error.message !== 'broken' ? 'retryable' : 'broken';
    },
  };
  const queue = createUploadQueue(transport);
  const options = { group: 'p', projectId: 'acme', save: async (id: string) => `media-${id}` };
  const stages = () => queue.entries().map(({ stage }) => stage);
  return { queue, options, sent, terminated, stages };
}

const files = (count: number) => Array.from({ length: count }, (_, at) => new File(['abc'], `${at}.jpg`));
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('two files are sent at a time, the others wait, and each becomes a media item', async () => {
  const { queue, options, sent, stages } = open();
  queue.add(files(4), options);
  expect(stages()).toEqual(['sending', 'sending', 'waiting', 'waiting']);
  sent[0]?.finish('a');
  await turns();
  expect(stages()).toEqual(['ready', 'sending', 'sending', 'waiting']);
  expect(queue.entries()[0]?.mediaId).toBe('media-a');
  sent[2]?.sending.onProgress(2);
  expect(queue.entries()[2]?.sent).toBe(2);
  for (const each of sent) each.finish('b');
  await turns();
  for (const each of sent) each.finish('b');
  await turns();
  expect(stages()).toEqual(['ready', 'ready', 'ready', 'ready']);
  queue.clear('elsewhere');
  expect(stages()).toHaveLength(4);
  queue.clear('p');
  expect(stages()).toEqual([]);
});

test('while a video is processed, its progress is shown and the next file is sent', async () => {
  const { queue, options, sent } = open(['processing', 'processing', 'ready']);
  const fractions: (number | undefined)[] = [];
  queue.subscribe(() => fractions.push(queue.entries()[0]?.fraction));
  queue.add(files(3), options);
  sent[0]?.finish('a');
  await turns();
  expect(fractions).toContain(0.2);
  expect(queue.entries()[0]).toMatchObject({ stage: 'ready', fraction: undefined });
  expect(sent).toHaveLength(3);
});

test('a file that the server refuses is not tried again by itself; anybody who does starts anew', async () => {
  const { queue, options, sent } = open(['failed', 'ready']);
  queue.add(files(1), options);
  sent[0]?.sending.onUrl('/uploads/a');
  sent[0]?.finish('a');
  await turns();
  expect(queue.entries()[0]).toMatchObject({ stage: 'failed', isHopeless: true, isBroken: false });
  queue.resume();
  expect(sent).toHaveLength(1);
  queue.retry(queue.entries()[0]?.id ?? 0);
  expect(sent[1]?.sending.url).toBeUndefined();
  sent[1]?.finish('b');
  await turns();
  expect(queue.entries()[0]).toMatchObject({ stage: 'ready', mediaId: 'media-b', error: undefined });
});

test('somebody decides about a file that is in the library already', async () => {
  const { queue, options, sent, terminated } = open();
  const same = { mediaId: 'old', name: 'Old' };
  queue.add(files(2), { ...options, findSame: async () => same });
  for (const [at, each] of sent.entries()) {
    each.sending.onUrl(`/uploads/${at}`);
    each.finish(`${at}`);
  }
  await turns();
  expect(queue.entries()).toMatchObject([
    { stage: 'duplicate', same },
    { stage: 'duplicate', same },
  ]);
  const [one, two] = queue.entries();
  queue.decide(one?.id ?? 0, false);
  queue.decide(two?.id ?? 0, true);
  await turns();
  expect(queue.entries()).toMatchObject([
    { stage: 'ready', mediaId: 'old' },
    { stage: 'ready', mediaId: 'media-1' },
  ]);
  expect(terminated).toEqual(['/uploads/0']);
});

test('a broken connection is resumed where it was', async () => {
  const { queue, options, sent } = open();
  queue.add(files(1), options);
  sent[0]?.sending.onUrl('/uploads/a');
  sent[0]?.fail(new Error('broken'));
  await turns();
  expect(queue.entries()[0]).toMatchObject({ stage: 'failed', isBroken: true });
  queue.resume();
  expect(sent[1]?.sending.url).toBe('/uploads/a');
});

test('a cancelled upload is terminated, and makes room for the next', async () => {
  const { queue, options, sent, terminated, stages } = open();
  queue.add(files(3), options);
  sent[0]?.sending.onUrl('/uploads/a');
  queue.remove(queue.entries()[0]?.id ?? 0);
  await turns();
  expect(sent[0]?.sending.signal.aborted).toBe(true);
  expect(terminated).toEqual(['/uploads/a']);
  expect(stages()).toEqual(['sending', 'sending']);
});
