import { cupFromAbove } from '../drawing/cupFromAbove.ts';
import { backdrop, drawing, many, place } from '../drawing/drawing.ts';
import { lettering } from '../drawing/lettering.ts';

const roasts = [
  ['LIGHT', ['#d08a4a', '#b06a30 .7', '#8a4a1c']],
  ['MEDIUM', ['#95562c', '#78401d .7', '#532810']],
  ['DARK', ['#55301c', '#3a1d10 .7', '#1f0d06']],
] as const;

/** Three roasts side by side on slate, to be compared. */
export function tasting(): string {
  return drawing([
    backdrop('#2d343a'),
    slate(),
    ...roasts.map(([name, coffee], index) => {
      const cup = { saucer: '#46505a', rim: '#f4f1ea', inside: '#cfc8bc', coffee };
      return place(cupFromAbove(name.toLowerCase(), cup), 330 + index * 470, 380, 0.68, 30);
    }),
    ...roasts.map(([name], index) => label(name, 330 + index * 470)),
  ]);
}

function slate(): string {
  const veins = many(12, (index) => {
    const y = index * 82;
    return `M0 ${y + 20}L310 ${y + (index % 3) * 22}L640 ${y + 40}L980 ${y + 4}L1300 ${y + 36}L1600 ${y + (index % 4) * 10}`;
  });
  return `<path fill="none" stroke="#394249" stroke-width="3" d="${veins}"/>`;
}

/** What is chalked below a cup. */
function label(name: string, x: number): string {
  const underline = `<path fill="none" stroke="#e8e4d8" stroke-opacity=".6" stroke-width="4" stroke-linecap="round" d="M${x - 120} 782Q${x} 772 ${x + 120} 784"/>`;
  return lettering(name, { x, y: 702, size: 46, colour: '#f1ede2', weight: 11, isCentred: true }) + underline;
}
