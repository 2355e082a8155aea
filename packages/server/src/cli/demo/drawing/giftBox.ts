import { cloud } from './cloud.ts';
import { place } from './drawing.ts';

/** A box with a ribbon, 480 wide; its foot is at the origin. */
export function giftBox(paper: string, ribbon: string): string {
  const loop = 'M0 0C-40-90-160-110-170-50C-176-10-70 6 0 0ZM0 0C40-90 160-110 170-50C176-10 70 6 0 0Z';
  const tails =
    'M-8 0C-40 30-70 70-84 112L-58 104-44 124C-34 80-16 40 8 6ZM8 0C40 30 70 70 84 112L58 104 44 124C34 80 16 40-8 6Z';
  return [
    `<rect x="-220" y="-270" width="440" height="270" rx="6" fill="${paper}"/>`,
    '<path fill="#000" fill-opacity=".1" d="M90-270H214Q220-270 220-264V-6Q220 0 214 0H90Z"/>',
    `<rect x="-36" y="-270" width="72" height="270" fill="${ribbon}"/>`,
    '<rect x="-220" y="-270" width="440" height="22" fill="#000" fill-opacity=".14"/>',
    `<rect x="-240" y="-344" width="480" height="82" rx="8" fill="${paper}"/>`,
    '<path fill="#000" fill-opacity=".06" d="M90-344H232Q240-344 240-336V-262H90Z"/>',
    `<rect x="-36" y="-344" width="72" height="82" fill="${ribbon}"/>`,
    place(`<path fill="${ribbon}" d="${tails}"/><path fill="${ribbon}" d="${loop}"/>`, 0, -350),
    place(
      '<path fill="#000" fill-opacity=".2" d="M-20-8C-60-50-120-70-132-46C-138-24-70-8-20-8ZM20-8C60-50 120-70 132-46C138-24 70-8 20-8Z"/>',
      0,
      -350,
    ),
    `<rect x="-28" y="-384" width="56" height="50" rx="16" fill="${ribbon}"/><rect x="-28" y="-384" width="56" height="50" rx="16" fill="#fff" fill-opacity=".14"/>`,
    place(cloud(ribbon), -132, -110, 1.1),
  ].join('');
}
