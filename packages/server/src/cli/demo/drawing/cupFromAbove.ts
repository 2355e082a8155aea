import { radial } from './drawing.ts';

/** The colours of a cup. */
export type Cup = {
  readonly saucer: string;
  readonly rim: string;
  readonly inside: string;
  /** From the middle outwards. */
  readonly coffee: readonly string[];
};

/** A cup on its saucer as seen from above, 600 wide, around its middle. Names of gradients begin with the ID. */
export function cupFromAbove(id: string, { saucer, rim, inside, coffee }: Cup): string {
  return [
    radial(`${id}-saucer`, [saucer, saucer, '#ffffff .86', saucer]),
    radial(`${id}-coffee`, coffee),
    '<g fill="#000" fill-opacity=".09"><circle cx="10" cy="16" r="304"/><circle cx="14" cy="22" r="310"/><circle cx="18" cy="28" r="316"/></g>',
    `<circle r="300" fill="${saucer}"/><circle r="300" fill="url(#${id}-saucer)" fill-opacity=".7"/>`,
    `<circle r="236" fill="#000" fill-opacity=".06"/><circle cx="10" cy="14" r="226" fill="#000" fill-opacity=".2"/>`,
    // The handle lies on the saucer.
    `<path fill="none" stroke="${rim}" stroke-width="34" stroke-linecap="round" d="M150-150C250-250 330-170 215-110"/>`,
    `<circle r="216" fill="${rim}"/><circle r="202" fill="${inside}"/>`,
    `<circle r="190" cy="3" fill="url(#${id}-coffee)"/>`,
    `<path fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="5" stroke-linecap="round" d="M-187-92A209 209 0 0 1-92-187"/>`,
  ].join('');
}
