/** The block with some members changed; undefined removes a member. */
export function changedBlock<Block extends object>(
  block: Block,
  part: { readonly [Name in keyof Block]?: Block[Name] | undefined },
): Block;
export function changedBlock(block: object, part: object): object {
  return Object.fromEntries(Object.entries({ ...block, ...part }).filter(([, value]) => value !== undefined));
}
