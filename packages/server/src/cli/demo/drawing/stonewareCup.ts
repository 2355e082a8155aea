import { linear, many, tenth } from './drawing.ts';
import { numbers } from './numbers.ts';

/** A cup thrown by hand, 220 wide, its glaze run down over the clay; its foot is at the origin. */
export function stonewareCup(glaze: string, dark: string, light: string): string {
  const id = `glaze${glaze.slice(1)}`;
  const random = numbers(glaze.charCodeAt(1) + glaze.charCodeAt(3));
  const speckles = many(46, () => {
    const [x, y] = [tenth(-92 + 184 * random()), tenth(-182 + 116 * random())];
    return `<circle cx="${x}" cy="${y}" r="${tenth(0.8 + 1.8 * random())}" fill="${dark}" fill-opacity=".6"/>`;
  });
  return [
    linear(id, [dark, glaze, `${light} .4`, `${glaze} .62`, dark], ''),
    linear(`${id}-clay`, ['#5f3d28', '#9c6b4a', '#b98863 .42', '#5f3d28'], ''),
    `<path fill="url(#${id}-clay)" d="M-108-210C-108-100-96-30-70 0H70C96-30 108-100 108-210Z"/>`,
    `<path fill="url(#${id})" d="M-110-212C-110-140-106-100-98-62C-84-52-74-74-58-60S-30-36-12-52S22-70 40-54S78-44 98-66C106-104 110-140 110-212Z"/>`,
    speckles,
    '<path fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="3" d="M-106-160Q0-144 106-160M-102-112Q0-96 102-112"/>',
    `<ellipse cy="-212" rx="110" ry="26" fill="${light}"/><ellipse cy="-210" rx="99" ry="20" fill="${dark}"/><ellipse cy="-204" rx="90" ry="13" fill="#2a150c"/>`,
  ].join('');
}
