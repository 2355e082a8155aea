import { backdrop, drawing, linear, many, place, tenth } from '../drawing/drawing.ts';

const size = { width: 800, height: 450 } as const;

/** Coffee is made by hand: one moment of it, from 0 to 1. The end is the beginning, so that it goes on for ever. */
export function pour(moment = 0): string {
  return drawing(
    [
      linear('wall', ['#f3dcc0', '#e3b98d']),
      linear('brew', ['#7a3d1c', '#3a190b']),
      linear('water', ['#ffffffcc', '#d9eef5cc']),
      backdrop('url(#wall)', size),
      '<circle cx="400" cy="196" r="170" fill="#fff" fill-opacity=".22"/>',
      '<rect y="376" width="800" height="74" fill="#8a5a3b"/><rect y="376" width="800" height="6" fill="#a9744e"/>',
      steam(moment),
      kettle(),
      place(server(moment), 400, 392),
      dripper(),
      stream(moment),
    ],
    size,
  );
}

/** Goes up and down once from 0 to 1. */
function swing(moment: number): number {
  return Math.sin(2 * Math.PI * moment);
}

function steam(moment: number): string {
  const wisps = many(3, (index) => {
    const sway = (height: number) => tenth(348 + index * 52 + 12 * swing(moment + height / 120 + index / 3));
    return `M${sway(0)} 158C${sway(20)} 138 ${sway(40)} 118 ${sway(60)} 98S${sway(90)} 62 ${sway(120)} 40`;
  });
  return `<path fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="9" stroke-linecap="round" d="${wisps}"/>`;
}

/** The water is never quite still. */
function stream(moment: number): string {
  const shake = tenth(2.5 * swing(moment));
  return `<path fill="none" stroke="url(#water)" stroke-width="8" stroke-linecap="round" d="M566 76C${520 + shake} 72 ${428 - shake} 100 ${412 + shake} 162"/>`;
}

function kettle(): string {
  return [
    '<path fill="none" stroke="#2f3a40" stroke-width="17" stroke-linecap="round" d="M690 172C630 176 640 78 572 74"/>',
    '<path fill="#3d4a52" d="M672 70H812V214H652Z"/><path fill="#55666f" d="M672 70H712L696 214H652Z"/><rect x="664" y="58" width="150" height="16" rx="6" fill="#2f3a40"/>',
  ].join('');
}

function dripper(): string {
  const ribs = many(5, (index) => `M${342 + index * 29} 180L${374 + index * 13} 250`);
  return [
    '<path fill="#fff8ec" d="M306 160H494L434 262H366Z"/><path fill="#efe0c8" d="M450 160H494L434 262H410Z"/>',
    `<path fill="none" stroke="#dcc7a6" stroke-width="4" stroke-linecap="round" d="${ribs}"/>`,
    '<ellipse cx="400" cy="160" rx="94" ry="15" fill="#fff8ec"/><ellipse cx="400" cy="162" rx="82" ry="11" fill="#4a220f"/><ellipse cx="408" cy="162" rx="40" ry="6" fill="#9a6236"/>',
    '<rect x="340" y="258" width="120" height="14" rx="7" fill="#b9784a"/>',
  ].join('');
}

/** The glass below, which fills: drops fall, and each makes a ring. Its foot is at the origin. */
function server(moment: number): string {
  const drops = many(3, (index) => {
    const fall = (moment + index / 3) % 1;
    return `<ellipse cy="${tenth(-118 + 58 * fall * fall)}" rx="3.5" ry="${tenth(4 + 4 * fall)}" fill="#5a2a12"/>`;
  });
  const ring = (moment * 3) % 1;
  return [
    '<ellipse cx="10" cy="0" rx="130" ry="12" fill="#3a1c0c" fill-opacity=".4"/>',
    '<path fill="#fff" fill-opacity=".4" d="M-58-122H58C64-90 112-70 112-30C112-8 100 0 84 0H-84C-100 0-112-8-112-30C-112-70-64-90-58-122Z"/>',
    '<path fill="url(#brew)" d="M-101-54H101C106-46 108-38 108-30C108-12 98-5 84-5H-84C-98-5-108-12-108-30C-108-38-106-46-101-54Z"/>',
    '<ellipse cy="-54" rx="101" ry="11" fill="#8a4a22"/>',
    `<ellipse cy="-54" rx="${tenth(8 + 60 * ring)}" ry="${tenth(1.5 + 6.5 * ring)}" fill="none" stroke="#e0a46a" stroke-width="2.5" stroke-opacity="${tenth(0.9 - 0.9 * ring)}"/>`,
    drops,
    '<path fill="#fff" fill-opacity=".5" d="M-88-58C-98-48-100-30-98-18L-88-18C-90-32-88-46-78-56Z"/><path fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="12" d="M98-76C150-84 152-20 108-18"/>',
  ].join('');
}
