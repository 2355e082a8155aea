import { autumnBag } from '../drawing/autumnBag.ts';
import { drawing, place, radial } from '../drawing/drawing.ts';
import { lettering } from '../drawing/lettering.ts';

/** The size of the animated banner. */
export const stageSize = { width: 1200, height: 400 } as const;

/** What stands still in the animated banner: words and a bag, on nothing. */
export function autumnBanner(): string {
  return drawing(
    [
      radial('glow', ['#fff6df', '#fff6df00']),
      radial('shade', ['#5a2c1299', '#5a2c1200']),
      '<ellipse cx="930" cy="210" rx="270" ry="210" fill="url(#glow)"/>',
      '<ellipse cx="930" cy="382" rx="170" ry="18" fill="url(#shade)"/>',
      place(autumnBag(), 930, 380, 0.6),
      lettering('AUTUMN BLEND', { x: 70, y: 120, size: 62, colour: '#5d2c17', weight: 13 }),
      lettering('IS HERE', { x: 72, y: 220, size: 62, colour: '#b5532a', weight: 13 }),
      '<path stroke="#5d2c17" stroke-width="5" stroke-linecap="round" d="M74 320H330"/>',
    ],
    stageSize,
  );
}
