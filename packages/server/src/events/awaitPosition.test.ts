import { expect, test } from 'bun:test';
import { Catalogue } from '../catalogue/Catalogue.ts';
import { awaitPosition, createPositionCodec } from './position.ts';

const positions = createPositionCodec('secret');
const mark = '0123456789abcdef0123456789abcdef';

async function openShown(patienceMilliseconds = 10_000) {
  const clock = { now: 100 };
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, now: () => clock.now });
  const show = (revision: number) =>
    catalogue.apply({ bookmarks: [{ revision, mark }], batches: (async function* () {})() });
  await show(5);
  let looks = 0;
  const look = async () => void looks++;
  const options = { catalogue, positions, now: () => clock.now, look, patienceMilliseconds };
  return { clock, show, looks: () => looks, wait: (text: string) => awaitPosition(options, text) };
}

const at = (revision: number, time: number) => positions.encode({ revision, mark, at: time });

test('what is shown, or is no position, is not waited for', async () => {
  const { wait } = await openShown();
  expect(wait(at(5, 100))).toBeTrue();
  expect(wait(at(4, 99))).toBeTrue();
  expect(wait('nonsense')).toBeTrue();
  expect(wait(createPositionCodec('another').encode({ revision: 9, mark, at: 0 }))).toBeTrue();
});

test('a write and the clock are waited for', async () => {
  const { clock, show, looks, wait } = await openShown();
  const waiting = wait(at(6, 101));
  expect(waiting).toBeInstanceOf(Promise);
  await show(6);
  clock.now = 101;
  expect(await waiting).toBeTrue();
  expect(looks()).toBeGreaterThan(0);
});

test('but not for ever', async () => {
  const { wait } = await openShown(20);
  expect(await wait(at(6, 100))).toBeFalse();
  expect(await wait(at(5, 101))).toBeFalse();
});

test('a position tells nothing, and is the same after it was read', () => {
  const position = { revision: 2 ** 50, mark, at: 1_790_000_000_000 };
  const [one, other] = [positions.encode(position), positions.encode(position)];
  expect(one).not.toBe(other);
  expect(one).toHaveLength(other.length);
  expect(positions.decode(one)).toEqual(position);
  const beginning = { revision: 0, mark: '', at: 0 };
  expect(positions.decode(positions.encode(beginning))).toEqual(beginning);
  for (const index of [0, 20, one.length - 2]) {
    const forged = one.slice(0, index) + (one[index] === 'A' ? 'B' : 'A') + one.slice(index + 1);
    expect(positions.decode(forged)).toBeUndefined();
  }
});
