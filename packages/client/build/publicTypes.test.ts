import { expect, test } from 'bun:test';
import { publicTypes } from './publicTypes.ts';

const text = `import type { Tree } from 'elsewhere';
import { type Options, type Secret as Hidden } from '../../server/src/cli/options.ts';
/** Shown to
 * everybody. */
export interface Shown {
    /** A member. */
    options?: Options;
}
/** Ours. */
export declare function inner(tree: Tree): Hidden;
/** Everybody's. */
export declare function outer(): Shown;
export declare class Kept {
}
export type Kind = Kept;
`;

test('leaves out functions that are not exported, with what only they need', () => {
  expect(
    publicTypes(text, "export { outer, type Shown } from './outer.ts';"),
  ).toBe(`import { type Options, type Secret as Hidden } from '../../server/src/cli/options.ts';
/** Shown to
 * everybody. */
export interface Shown {
    /** A member. */
    options?: Options;
}
/** Everybody's. */
export declare function outer(): Shown;
export declare class Kept {
}
export type Kind = Kept;
`);
});

test('leaves everything if all is exported', () => {
  expect(publicTypes(text, 'export { inner, outer }')).toBe(text);
  expect(publicTypes("export type * from '../src/contract/resources.ts';\n", '')).toBe(
    "export type * from '../src/contract/resources.ts';\n",
  );
});
