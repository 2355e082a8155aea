import { cloud } from '../drawing/cloud.ts';
import { backdrop, drawing, many, place, tenth } from '../drawing/drawing.ts';
import { lettering } from '../drawing/lettering.ts';

const [dark, green, light, cream] = ['#173f35', '#2f7d5b', '#8cc68a', '#f4f1e4'] as const;

/** What a year's report shows: how much of the energy comes from the sun, and how that grew. */
export function figures(): string {
  return drawing([
    backdrop(cream),
    `<path fill="#e6ead2" d="M0 900V640C260 560 420 700 700 640S1240 560 1600 650V900Z"/>`,
    `<rect width="640" height="900" fill="${dark}"/>`,
    place(share(52), 320, 370),
    lettering('FROM THE SUN', { x: 320, y: 706, size: 40, colour: light, weight: 10, isCentred: true }),
    place(cloud(light), 320, 806, 0.6),
    place(years(), 760, 720),
  ]);
}

/** A ring, filled to so many percent. */
function share(percent: number): string {
  const turn = (percent / 100) * 2 * Math.PI;
  const [x, y] = [tenth(210 * Math.sin(turn)), tenth(-210 * Math.cos(turn))];
  const arc = `M0-210A210 210 0 ${percent > 50 ? 1 : 0} 1 ${x} ${y}`;
  const rays = many(24, (index) => `<path transform="rotate(${index * 15})" d="M0-282V-262"/>`);
  return [
    `<g stroke="#f5c451" stroke-width="6" stroke-linecap="round">${rays}</g>`,
    `<circle r="210" fill="none" stroke="${green}" stroke-opacity=".5" stroke-width="46"/>`,
    `<path d="${arc}" fill="none" stroke="#f5c451" stroke-width="46" stroke-linecap="round"/>`,
    lettering(`${percent}%`, { x: 0, y: -58, size: 116, colour: cream, weight: 14, isCentred: true }),
  ].join('');
}

/** A bar for each year, with a leaf on it; the line shows what is still to come. */
function years(): string {
  const heights = [80, 118, 150, 214, 290, 420];
  const bars = heights.map((height, index) => {
    const x = index * 124;
    const fill = index === heights.length - 1 ? green : light;
    const body = `<path fill="${fill}" d="M${x} 0V${-height}a38 38 0 0 1 76 0V0Z"/>`;
    return body + place(sprout(index === heights.length - 1 ? '#f5c451' : green), x + 38, -height - 40);
  });
  const goals = [90, 140, 200, 270, 350, 480].map((goal, index) => `${index * 124 + 38} ${-goal - 120}`);
  return [
    `<path fill="none" stroke="${dark}" stroke-opacity=".14" stroke-width="3" d="M-20-140H740M-20-280H740M-20-420H740M-20-560H740"/>`,
    ...bars,
    `<path fill="none" stroke="${dark}" stroke-width="5" stroke-dasharray="2 16" stroke-linecap="round" d="M${goals.join('L')}"/>`,
    `<path stroke="${dark}" stroke-width="6" stroke-linecap="round" d="M-30 0H750"/>`,
  ].join('');
}

function sprout(fill: string): string {
  return `<path fill="none" stroke="${fill}" stroke-width="5" d="M0 6V-26"/><path fill="${fill}" d="M0-18C-34-14-36-44-34-50C-10-52 2-40 0-18ZM0-26C2-50 24-54 34-52C34-34 22-22 0-26Z"/>`;
}
