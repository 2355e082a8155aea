import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import type { Reply } from '../http/Reply.ts';
import type { Asked } from './Asked.ts';
import { createKeptAnswers } from './createKeptAnswers.ts';
import { KeptAnswer } from './KeptAnswer.ts';

const foundIn = (bytes: Buffer<ArrayBuffer>) => ({ answer: { bytes }, keys: undefined });
const answerOf = (length: number) => new KeptAnswer(foundIn(Buffer.alloc(length, 'x')), 1, 0, true);

const asked: Asked = {
  method: 'GET',
  url: '/',
  path: '/',
  query: '',
  found: { code: 'unknown_path', detail: '' },
  operation: 'none',
  key: undefined,
  secret: undefined,
  encoding: 'identity',
  held: undefined,
  origin: undefined,
  corsLines: '',
  requestId: undefined,
};

test('what is kept stays below the bound, and what is asked for stays longest', () => {
  const answers = createKeptAnswers(100_000);
  for (let number = 0; number < 1000; number++) {
    answers.set(`/${number}`, answerOf(1000));
    expect(answers.get('/0')).toBeDefined();
  }
  const left = Array.from({ length: 1000 }, (_, number) => number).filter(
    (number) => answers.get(`/${number}`) !== undefined,
  );
  expect(left.length).toBeGreaterThan(30);
  expect(left.length * 2200).toBeLessThan(110_000);
  expect(left).toContain(999);
});

test('an answer that is larger than the bound is not kept, and one under the same URL is replaced', () => {
  const answers = createKeptAnswers(10_000);
  answers.set('/small', answerOf(10));
  answers.set('/large', answerOf(10_000));
  expect(answers.get('/large')).toBeUndefined();
  for (let times = 0; times < 100; times++) answers.set('/same', answerOf(1000));
  answers.set('/other', answerOf(1000));
  expect([answers.get('/same'), answers.get('/other')]).not.toContain(undefined);
});

test('a URL is known once it was asked for', () => {
  const answers = createKeptAnswers(1000);
  expect(['/a', '/b', '/a', '/b', '/c'].map(answers.wasAsked)).toEqual([false, false, true, true, false]);
});

function bytesOf({ body }: Reply): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

test('what is kept has bytes of its own; what is not is told to be fleeting', () => {
  const bytes = Buffer.alloc(2000, 'x');
  const found = foundIn(bytes);
  const [kept, passing] = [new KeptAnswer(found, 1, 0, true), new KeptAnswer(found, 1, 0, false)];
  bytes.fill('y');
  const reply = kept.reply(asked, '');
  expect([reply.isFleeting, Buffer.from(bytesOf(reply)).toString()]).toEqual([false, 'x'.repeat(2000)]);
  expect(passing.reply(asked, '')).toMatchObject({ isFleeting: true, body: bytes });
  // Packing makes bytes of its own.
  const packed = passing.reply({ ...asked, encoding: 'gzip' }, '');
  expect([packed.isFleeting, gunzipSync(bytesOf(packed)).toString()]).toEqual([false, 'y'.repeat(2000)]);
});

test('it is right for one version, and in the stretch of time in which it was made', () => {
  const answer = answerOf(10);
  const isRight = (version: number, from: number, until: number) => answer.isRight(version, { from, until });
  expect([isRight(1, 0, 1), isRight(1, -9, 9), isRight(1, -Infinity, Infinity)]).toEqual([true, true, true]);
  expect([isRight(2, 0, 1), isRight(1, 1, 9), isRight(1, -9, 0)]).toEqual([false, false, false]);
});
