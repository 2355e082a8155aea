/** A leaf, about a hundred wide, around its middle. Its blade is drawn once for each turn. */
export type Leaf = {
  readonly fill: string;
  readonly vein: string;
  readonly blade: string;
  readonly turns: readonly { readonly degrees: number; readonly scale: number }[];
  readonly veins: string;
};

const once = [{ degrees: 0, scale: 1 }];

const ginkgo = {
  blade: 'M0 30C-20 10-52 6-58-14C-50-40-24-48-6-38L0-26L6-38C24-48 50-40 58-14C52 6 20 10 0 30Z',
  turns: once,
  veins: 'M0 62V30M0 30-36-18M0 30-16-28M0 30 16-28M0 30 36-18',
};

/** Five points around the stem. */
const maple = {
  blade: 'M0 8C-16-6-18-18-12-26L-22-30C-10-36-8-48 0-66C8-48 10-36 22-30L12-26C18-18 16-6 0 8Z',
  turns: [-112, -56, 0, 56, 112].map((degrees) => ({ degrees, scale: 1 - Math.abs(degrees) / 470 })),
  veins: 'M0 60V-42M0 4-34-20M0 4 34-20M0 4-36 20M0 4 36 20',
};

const beech = {
  blade: 'M0 44C-38 24-38-24 0-58C38-24 38 24 0 44Z',
  turns: once,
  veins: 'M0 66V-46M0 28-20 14M0 28 20 14M0 10-18-4M0 10 18-4M0-8-16-22M0-8 16-22M0-26-14-40M0-26 14-40',
};

/** Leaves of autumn in their colours. */
export const leaves: readonly Leaf[] = [
  { ...ginkgo, fill: '#f2b632', vein: '#d18f1c' },
  { ...maple, fill: '#c8402a', vein: '#8f2518' },
  { ...beech, fill: '#dd7a2a', vein: '#a5501a' },
  { ...maple, fill: '#e2672c', vein: '#a8401a' },
  { ...ginkgo, fill: '#f6cb55', vein: '#d9a02c' },
];

/** Draws a leaf. */
export function drawLeaf({ fill, vein, blade, turns, veins }: Leaf): string {
  const blades = turns.map(
    ({ degrees, scale }) => `<path transform="rotate(${degrees}) scale(${scale.toFixed(2)})" d="${blade}"/>`,
  );
  return `<g fill="${fill}">${blades.join('')}</g><path fill="none" stroke="${vein}" stroke-width="2.5" stroke-linecap="round" d="${veins}"/>`;
}
