import { cloud } from '../drawing/cloud.ts';
import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { lettering } from '../drawing/lettering.ts';
import { numbers } from '../drawing/numbers.ts';

/** A corner shop with its lights on, in a street after the rain. */
export function night(): string {
  return drawing([
    linear('sky', ['#10163a', '#2c2a63 .5', '#7a4a7c']),
    linear('street', ['#2b2747', '#171630']),
    linear('window', ['#fff0c4', '#ffcf7d']),
    linear('spill', ['#ffd98acc', '#ffd98a00']),
    radial('halo', ['#ffe6a8aa', '#ffe6a800']),
    backdrop('url(#sky)'),
    stars(),
    '<circle cx="1330" cy="170" r="120" fill="url(#halo)"/><circle cx="1330" cy="170" r="62" fill="#fff3d4"/><path fill="#f0dcae" d="M1310 140a14 14 0 1 0 .1 0ZM1352 176a20 20 0 1 0 .1 0ZM1322 196a8 8 0 1 0 .1 0Z"/>',
    town(51, 380, '#28264f', 0),
    town(52, 270, '#1d1c40', 0.35),
    '<rect y="716" width="1600" height="184" fill="url(#street)"/>',
    reflections(),
    place(shop(), 330, 720),
    place(lamp(), 1240, 730),
  ]);
}

function stars(): string {
  const random = numbers(50);
  return many(90, () => {
    const at = `cx="${tenth(1600 * random())}" cy="${tenth(420 * random())}"`;
    return `<circle ${at} r="${tenth(0.6 + 1.6 * random())}" fill="#fff" fill-opacity="${tenth(0.2 + 0.7 * random())}"/>`;
  });
}

/** Houses behind one another; some people are at home. */
function town(seed: number, tallest: number, colour: string, lit: number): string {
  const random = numbers(seed);
  return many(15, (index) => {
    const [x, height] = [index * 112 - 20, tallest * (0.5 + 0.5 * random())];
    const windows = many(8, (at) => {
      if (random() > lit) return '';
      const [left, top] = [x + 22 + (at % 2) * 44, tenth(740 - height + Math.floor(at / 2) * 48)];
      return `<rect x="${left}" y="${top}" width="22" height="26" rx="2" fill="#f8c56a" fill-opacity=".85"/>`;
    });
    return `<rect x="${x}" y="${tenth(716 - height)}" width="104" height="${tenth(height)}" fill="${colour}"/>${windows}`;
  });
}

/** Its left lower corner is at the origin. */
function shop(): string {
  const stripes = many(10, (index) => {
    const fill = index % 2 === 0 ? '#e4574c' : '#fff3e2';
    return `<path fill="${fill}" d="M${index * 72} -300h72v62a36 36 0 0 1-72 0Z"/>`;
  });
  const bulbs = many(4, (index) => {
    const x = 150 + index * 90;
    return `<path stroke="#5a3a2c" stroke-width="3" d="M${x}-238V-190"/><path fill="#3b2a33" d="M${x - 22}-172a22 22 0 0 1 44 0Z"/><circle cx="${x}" cy="-168" r="9" fill="#fffbe2"/>`;
  });
  return [
    '<rect x="16" y="-470" width="688" height="470" fill="#3a2d4e"/><rect x="0" y="-486" width="720" height="24" rx="4" fill="#221b38"/>',
    '<rect x="178" y="-436" width="364" height="104" rx="12" fill="#1c1732"/>',
    place(cloud('#ffd98a'), 246, -384, 0.8),
    lettering('KUMO', { x: 314, y: -408, size: 50, colour: '#ffd98a', weight: 11, gap: 24 }),
    '<rect x="60" y="-264" width="430" height="216" fill="url(#window)"/>',
    bulbs,
    guests(),
    '<path fill="none" stroke="#221b38" stroke-width="10" d="M60-264H490V-48H60ZM275-264V-48"/>',
    '<rect x="530" y="-264" width="124" height="264" fill="url(#window)"/><path fill="none" stroke="#221b38" stroke-width="10" d="M530 0V-264H654V0"/><circle cx="548" cy="-124" r="7" fill="#221b38"/>',
    stripes,
    '<rect x="40" y="-48" width="470" height="20" fill="#221b38"/>',
  ].join('');
}

/** Those who stand at the bar, as shadows. */
function guests(): string {
  const guest = (x: number, height: number) =>
    `<circle cx="${x}" cy="${-48 - height}" r="20" fill="#6b3a2f"/><path fill="#6b3a2f" d="M${x - 36}-48C${x - 36} ${-32 - height} ${x + 36} ${-32 - height} ${x + 36}-48Z"/>`;
  return `${guest(126, 96)}${guest(206, 84)}${guest(400, 100)}<rect x="60" y="-78" width="430" height="30" fill="#8a4f36"/>`;
}

function lamp(): string {
  return [
    '<circle cx="0" cy="-352" r="150" fill="url(#halo)"/>',
    '<path stroke="#14112a" stroke-width="12" d="M0 0V-330"/><path fill="#14112a" d="M-40-382H40L26-404H-26ZM-26 0H26L14-30H-14Z"/>',
    '<path fill="#fff2c8" d="M-34-382H34L24-322H-24Z"/>',
  ].join('');
}

/** What the wet street shows of the lights. */
function reflections(): string {
  const random = numbers(53);
  const streaks = many(60, () => {
    const y = 730 + 165 * random();
    return `<rect x="${tenth(1600 * random())}" y="${tenth(y)}" width="${tenth(40 + 120 * random())}" height="3" rx="2" fill="#fff" fill-opacity=".06"/>`;
  });
  return `<path fill="url(#spill)" d="M390 720H820L900 900H320Z"/><path fill="url(#spill)" d="M860 720H984L1030 900H850Z"/><path fill="url(#spill)" d="M1216 730H1264L1300 900H1180Z"/>${streaks}`;
}
