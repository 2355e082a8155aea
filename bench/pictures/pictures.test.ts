import { expect, test } from 'bun:test';
import type { Measured } from '../measure.ts';
import { growthPicture } from './growthPicture.ts';
import { ratiosPicture } from './ratiosPicture.ts';

function measured(cpuMicroseconds: number): Measured {
  const load = { requests: 1, perSecond: 1, p50: 1, p99: 1, failed: 0, bytesPerRequest: 1 };
  return { ...load, cpuMicroseconds, megabytes: 1 };
}

function size(items: number) {
  const loads = [
    { name: 'lists', measured: measured(12) },
    { name: 'items', measured: measured(9) },
  ];
  const times = {
    importSeconds: 1,
    startSeconds: 1,
    settledSeconds: 1,
    again: { startSeconds: 1, settledSeconds: 1 },
    commitToDelivery: 1,
  };
  return { items, ...times, jsonBytes: 1000, bytesPerItem: 2000, loads, cold: [] };
}

/** All coordinates of a picture; a failed calculation would give NaN or infinity. */
function places(svg: string): readonly number[] {
  return [...svg.matchAll(/ (?:x|y|x1|y1|x2|y2|cx|cy|width|height)="([^"]*)"/g)].map(([, text]) =>
    Number(text),
  );
}

test('every coordinate is inside the picture, whatever it shows', () => {
  const one = { ours: measured(1), nginx: measured(1), cpuRatio: 1 };
  const pictures = [
    ratiosPicture([{ ...one, name: 'lists & <items>', ratio: 0.5, aim: 0.9 }]),
    ratiosPicture([{ ...one, name: 'far above', ratio: 7, aim: 0.9 }]),
    growthPicture([size(1000)]),
    growthPicture([size(1000), size(10_000)]),
  ];
  for (const svg of pictures) {
    expect(places(svg).length).toBeGreaterThan(4);
    expect(places(svg).every((place) => Number.isFinite(place) && place >= 0 && place < 1000)).toBe(true);
  }
  expect(pictures[0]).toContain('lists &amp; &lt;items>');
});

test('the length of a bar is proportional to the ratio', () => {
  const one = { ours: measured(1), nginx: measured(1), cpuRatio: 1, aim: 0.9 };
  const svg = ratiosPicture([
    { ...one, name: 'one', ratio: 0.4 },
    { ...one, name: 'other', ratio: 0.8 },
  ]);
  const [short = 0, long = 0] = [...svg.matchAll(/width="([\d.]+)" height="20" rx="3" class="bar"/g)].map(
    ([, width]) => Number(width),
  );
  expect(long).toBeCloseTo(2 * short, 0);
});
