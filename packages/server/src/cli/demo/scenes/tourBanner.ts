import { cloud } from '../drawing/cloud.ts';
import { backdrop, drawing, linear, many, place, tenth } from '../drawing/drawing.ts';
import { lettering } from '../drawing/lettering.ts';
import { numbers } from '../drawing/numbers.ts';

/** The size of banners. */
export const bannerSize = { width: 1500, height: 500 } as const;

/** An invitation to see the roaster at work. */
export function tourBanner(): string {
  return drawing(
    [
      linear('wall', ['#14324a', '#1f4a66'], ''),
      backdrop('url(#wall)', bannerSize),
      bricks(),
      '<rect y="430" width="1500" height="70" fill="#0d2232"/>',
      place(roaster(), 1230, 432),
      place(cloud('#f3c77b'), 168, 118, 1),
      lettering('ROASTERY TOUR', { x: 96, y: 196, size: 66, colour: '#fbf2df', weight: 13 }),
      lettering('SATURDAYS AT TEN', { x: 98, y: 302, size: 34, colour: '#f3c77b', weight: 11, gap: 34 }),
    ],
    bannerSize,
  );
}

function bricks(): string {
  const random = numbers(121);
  return many(40, () => {
    const [column, row] = [Math.floor(26 * random()), Math.floor(12 * random())];
    return `<rect x="${column * 62 + (row % 2) * 31}" y="${row * 36}" width="56" height="30" rx="3" fill="#fff" fill-opacity="${tenth(0.05 + 0.05 * random())}"/>`;
  });
}

/** A drum over a flame, with a funnel, a tray to cool, and a chimney. Its foot is at the origin. */
function roaster(): string {
  return [
    '<path fill="none" stroke="#8fa3b0" stroke-width="34" d="M70-270V-380Q70-420 110-420H240V-500"/>',
    '<path fill="#c9d3d8" d="M-110-400H30L-4-300H-76Z"/><path fill="#5a2d16" d="M-104-400H24L18-382H-98Z"/>',
    '<rect x="-170" y="-310" width="300" height="220" rx="24" fill="#c0392f"/><rect x="-170" y="-310" width="300" height="60" rx="24" fill="#d9574b"/>',
    '<circle cx="-20" cy="-200" r="92" fill="#2a2f36"/><circle cx="-20" cy="-200" r="74" fill="#f3a33c"/><circle cx="-20" cy="-200" r="74" fill="none" stroke="#e8e2d4" stroke-width="10"/>',
    drum(),
    '<rect x="-150" y="-92" width="40" height="92" fill="#2a2f36"/><rect x="70" y="-92" width="40" height="92" fill="#2a2f36"/>',
    '<path fill="#8fa3b0" d="M-360-70H-130L-150-20H-340Z"/><ellipse cx="-245" cy="-70" rx="116" ry="20" fill="#5a2d16"/><path stroke="#2a2f36" stroke-width="16" d="M-245-20V0"/><path fill="#c9d3d8" d="M-170-150H-130L-180-80H-220Z"/>',
    place(cloud('#ffffffcc'), 250, -520, 0.9),
  ].join('');
}

/** Beans that turn behind the glass. */
function drum(): string {
  const random = numbers(122);
  return many(34, () => {
    const [turn, far] = [2 * Math.PI * random(), 62 * Math.sqrt(random())];
    const bean =
      '<ellipse rx="13" ry="9" fill="#5a2d16"/><path stroke="#2f150a" stroke-width="2.5" d="M-12 0H12"/>';
    return place(
      bean,
      -20 + far * Math.cos(turn),
      -200 + Math.abs(far * Math.sin(turn)) * 0.9,
      1,
      360 * random(),
    );
  });
}
