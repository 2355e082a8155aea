import { cloud } from '../drawing/cloud.ts';
import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** A row of old houses by the river at dawn; one of them roasts coffee. */
export function roastery(): string {
  const houses = [house(90, 250, 200), house(330, 290, 250), house(1150, 260, 230), house(1400, 300, 190)];
  const row = houses.join('') + workshop();
  return drawing([
    linear('sky', ['#8fb3d9', '#f4cfc0 .55', '#ffe6bd']),
    radial('glow', ['#fff6dc', '#ffe9b8 .3', '#ffe3b000']),
    linear('river', ['#e9c3b0', '#8ca6bd .35', '#4d6b8a']),
    linear('fade', ['#5a748f00', '#56718d']),
    backdrop('url(#sky)'),
    '<circle cx="1080" cy="330" r="330" fill="url(#glow)"/><circle cx="1080" cy="330" r="52" fill="#fffaf0"/>',
    mountains(),
    `<g id="row">${row}</g>`,
    '<rect y="640" width="1600" height="260" fill="url(#river)"/>',
    `<use href="#row" transform="translate(0 1282) scale(1 -1)" fill-opacity=".5"/>`,
    '<rect y="700" width="1600" height="200" fill="url(#fade)"/>',
    '<rect y="620" width="1600" height="34" fill="#6d6a70"/><rect y="620" width="1600" height="9" fill="#93898a"/>',
    ripples(),
  ]);
}

function mountains(): string {
  return [
    '<path fill="#a9b6cc" d="M0 430C150 380 260 330 420 372S690 300 860 356S1180 330 1330 352S1520 320 1600 344V640H0Z"/>',
    '<path fill="#7f94a8" d="M0 500C170 440 300 470 470 440S800 470 960 430S1290 420 1600 452V640H0Z"/>',
    '<path fill="#5f7d76" d="M0 560C120 520 240 548 380 530S640 566 800 530S1200 520 1330 540S1500 524 1600 540V640H0Z"/>',
  ].join('');
}

/** A wooden house under a tiled roof, with lattices before its windows. */
function house(x: number, width: number, height: number): string {
  const top = 622 - height;
  const eaves = top + 78;
  return [
    `<rect x="${x}" y="${top + 40}" width="${width}" height="${height - 40}" fill="#4a3b38"/>`,
    `<path fill="#39414d" d="M${x - 26} ${eaves}L${x + 30} ${top}H${x + width - 30}L${x + width + 26} ${eaves}Z"/>`,
    `<path stroke="#525c6a" stroke-width="3" d="${many(Math.floor((width - 72) / 22), (index) => `M${x + 40 + index * 22} ${top + 12}v56`)}"/>`,
    `<rect x="${x - 26}" y="${eaves - 4}" width="${width + 52}" height="9" rx="4" fill="#2b323c"/>`,
    lattice(x + 26, eaves + 30, width - 52, Math.max(30, height - 160)),
  ].join('');
}

function lattice(x: number, y: number, width: number, height: number): string {
  const bars = many(Math.floor(width / 13), (index) => `M${x + 7 + index * 13} ${y}v${height}`);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#f2b968"/><path stroke="#4a3b38" stroke-width="5" d="${bars}"/>`;
}

/** The former weavery: larger than the others, with a curtain at its door and a chimney that makes clouds. */
function workshop(): string {
  const steam = [
    [842, 210, 1.2],
    [900, 150, 1.7],
    [1000, 92, 2.3],
  ] as const;
  const curtain = many(
    4,
    (index) => `<rect x="${734 + index * 46}" y="500" width="43" height="74" fill="#2f4a78"/>`,
  );
  return [
    ...steam.map(([x, y, scale]) => place(cloud('#ffffffd8'), x, y, scale)),
    '<rect x="806" y="240" width="56" height="150" fill="#7b4a3c"/><rect x="798" y="236" width="72" height="18" rx="4" fill="#5f382d"/>',
    house(610, 490, 330),
    '<rect x="636" y="452" width="438" height="170" fill="#54423d"/>',
    lattice(652, 470, 66, 130),
    '<rect x="728" y="490" width="196" height="132" fill="#ffcf86"/>',
    curtain,
    place(cloud('#fff8ea'), 826, 540, 0.9),
    lattice(938, 470, 120, 130),
  ].join('');
}

function ripples(): string {
  const random = numbers(5);
  return many(70, () => {
    const depth = random();
    const width = 30 + 150 * depth * random();
    const y = tenth(664 + 230 * depth);
    return `<rect x="${tenth(random() * 1600)}" y="${y}" width="${tenth(width)}" height="${tenth(2 + 4 * depth)}" rx="3" fill="#ffe9cf" fill-opacity="${tenth(0.12 + 0.3 * random())}"/>`;
  });
}
