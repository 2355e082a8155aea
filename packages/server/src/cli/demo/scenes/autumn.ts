import { autumnBag } from '../drawing/autumnBag.ts';
import { backdrop, drawing, linear, many, place, radial } from '../drawing/drawing.ts';
import { drawLeaf, leaves } from '../drawing/leaves.ts';
import { numbers } from '../drawing/numbers.ts';

/** A bag of the autumn blend among falling leaves. */
export function autumn(): string {
  return drawing([
    linear('wall', ['#f6d9a8', '#eeb673 .7', '#d98f4e']),
    radial('glow', ['#fff3d6', '#fff3d600']),
    radial('shade', ['#5a2c1299', '#5a2c1200']),
    backdrop('url(#wall)'),
    '<circle cx="800" cy="390" r="470" fill="url(#glow)"/>',
    falling(26, 21, 0.5, 0.95),
    '<rect y="740" width="1600" height="160" fill="#8f5a36"/><rect y="740" width="1600" height="10" fill="#a87048"/>',
    '<ellipse cx="800" cy="778" rx="330" ry="42" fill="url(#shade)"/>',
    place(autumnBag(), 800, 770),
    place(chestnut(), 1130, 756, 1.25),
    place(chestnut(), 1262, 790, 1.5, -16),
    place(chestnut(), 396, 784, 1.4, 12),
    falling(9, 8, 1.1, 1.7),
  ]);
}

function falling(count: number, seed: number, smallest: number, largest: number): string {
  const random = numbers(seed);
  const drawn = leaves.map(drawLeaf);
  return many(count, (index) => {
    const scale = smallest + (largest - smallest) * random();
    // Around the bag, not over it.
    const side = random() < 0.5 ? 20 : 1100;
    return place(
      drawn[index % drawn.length] ?? '',
      side + 480 * random(),
      860 * random(),
      scale,
      360 * random(),
    );
  });
}

function chestnut(): string {
  return [
    '<path fill="#5b2a17" d="M0-78C34-58 62-40 60-4C58 24 30 34 0 34S-58 24-60-4C-62-40-34-58 0-78Z"/>',
    '<path fill="#d9b48a" d="M-56 8C-36-4 36-4 56 8C48 28 28 34 0 34S-48 28-56 8Z"/>',
    '<path fill="#8c4a2a" d="M-34-36C-20-52-8-58-2-60C-16-40-24-20-26-4C-42-2-46-20-34-36Z"/>',
  ].join('');
}
