import { cloud } from './cloud.ts';
import { linear, place } from './drawing.ts';
import { lettering } from './lettering.ts';

/** A bag of the autumn blend, 444 wide; its foot is at the origin. */
export function autumnBag(): string {
  return [
    linear('kraft', ['#a9703f', '#c98f58 .3', '#d8a36b .55', '#a56c3c'], ''),
    '<path fill="url(#kraft)" d="M-205-560H205L222-20Q222 0 200 0H-200Q-222 0-222-20Z"/>',
    '<path fill="#8f5c32" d="M-205-560H205L207-512H-207Z"/><rect x="-222" y="-540" width="444" height="20" rx="10" fill="#5d3a20"/>',
    '<path fill="#000" fill-opacity=".08" d="M-205-512-150-440-222-20Q-222 0-200 0H-180L-120-440ZM205-512 150-440 222-20Q222 0 200 0H180L130-440Z"/>',
    '<rect x="-142" y="-420" width="284" height="330" rx="10" fill="#fbf3e3"/><rect x="-130" y="-408" width="260" height="306" rx="6" fill="none" stroke="#b5532a" stroke-width="3"/>',
    place(cloud('#b5532a'), 0, -340, 1.25),
    lettering('AUTUMN', { x: 0, y: -266, size: 38, colour: '#5d2c17', weight: 14, isCentred: true }),
    lettering('BLEND', { x: 0, y: -208, size: 38, colour: '#5d2c17', weight: 14, isCentred: true }),
    lettering('CHESTNUT PLUM COCOA', {
      x: 0,
      y: -142,
      size: 12,
      colour: '#b5532a',
      gap: 34,
      isCentred: true,
    }),
  ].join('');
}
