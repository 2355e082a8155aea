import { backdrop, drawing, linear, many, place, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** Espresso over tonic with yuzu, before a wall of slices. */
export function yuzu(): string {
  return drawing([
    backdrop('#0f6b66'),
    pattern(),
    '<rect y="770" width="1600" height="130" fill="#0a4a4a"/><rect y="770" width="1600" height="10" fill="#17807a"/>',
    '<ellipse cx="810" cy="812" rx="210" ry="26" fill="#052a2c" fill-opacity=".7"/>',
    place(tonic(), 800, 810),
    place(slice(), 956, 246, 0.94, 14),
    place(fruit(), 1130, 716, 1),
    place(fruit(), 470, 730, 0.86),
  ]);
}

function slice(): string {
  const segments = many(
    9,
    (index) =>
      `<path transform="rotate(${index * 40})" d="M-3-20-20-66Q-22-77-13-79Q0-83 13-79Q22-77 20-66L3-20Q0-14-3-20Z"/>`,
  );
  return `<circle r="104" fill="#e8b21c"/><circle r="94" fill="#fff7d9"/><g fill="#f7d154">${segments}</g>`;
}

function pattern(): string {
  const random = numbers(81);
  const leaf = '<path fill="#1c8a6b" d="M0 0C24-50 92-60 140-24C100 20 40 26 0 0Z"/>';
  const cells = many(15, (index) => {
    const [x, y] = [
      (index % 5) * 370 + (Math.floor(index / 5) % 2) * 185 - 20,
      Math.floor(index / 5) * 290 + 110,
    ];
    const turn = 360 * random();
    return place(`${place(leaf, 104, -70, 1, -30)}<use href="#slice"/>`, x, y, 0.9, turn);
  });
  return `<defs><g id="slice">${slice()}</g></defs>${cells}<rect width="1600" height="900" fill="#0f6b66" fill-opacity=".55"/>`;
}

/** Its foot is at the origin. */
function tonic(): string {
  const random = numbers(82);
  const bubbles = many(70, () => {
    const at = `cx="${tenth(-104 + 208 * random())}" cy="${tenth(-40 - 330 * random())}"`;
    return `<circle ${at} r="${tenth(2 + 5 * random() ** 2)}" fill="#fff" fill-opacity=".6"/>`;
  });
  return [
    linear('drink', ['#4a200f', '#8a4a1e .22', '#e0a95a88 .45', '#fdf3c966']),
    '<path fill="#fff" fill-opacity=".16" d="M-150-620H150L128-18Q126 0 108 0H-108Q-126 0-128-18Z"/>',
    '<path fill="url(#drink)" d="M-138-540H138L116-30Q115-18 102-18H-102Q-115-18-116-30Z"/>',
    ...[-96, 4].map((x, index) =>
      place(
        '<rect width="96" height="96" rx="16" fill="#fff" fill-opacity=".3"/><path fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="5" stroke-linecap="round" d="M16 62V28Q16 16 28 16H62"/>',
        x,
        -490 + index * 30,
        1,
        index * 14 - 8,
      ),
    ),
    place('<rect width="96" height="96" rx="16" fill="#fff" fill-opacity=".26"/>', -50, -370, 1, 18),
    bubbles,
    '<ellipse cy="-540" rx="138" ry="18" fill="#6b3216"/><ellipse cy="-620" rx="150" ry="20" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="5"/>',
    '<path fill="#fff" fill-opacity=".45" d="M-126-590H-112L-96-70H-108Z"/>',
  ].join('');
}

function fruit(): string {
  const random = numbers(83);
  const pores = many(36, () => {
    const [turn, far] = [2 * Math.PI * random(), 92 * Math.sqrt(random())];
    return `<circle cx="${tenth(far * Math.cos(turn))}" cy="${tenth(far * Math.sin(turn) * 0.86)}" r="2.5"/>`;
  });
  return [
    '<ellipse cx="8" cy="88" rx="112" ry="18" fill="#052a2c" fill-opacity=".6"/><ellipse rx="108" ry="94" fill="#f0b91f"/><ellipse cx="-18" cy="-18" rx="76" ry="62" fill="#f9d24e"/>',
    `<g fill="#d99a12" fill-opacity=".6">${pores}</g>`,
    '<path fill="#2f7f4c" d="M4-88C20-140 90-150 124-128C104-90 50-72 4-88Z"/><circle cx="2" cy="-88" r="9" fill="#6b4a22"/>',
  ].join('');
}
