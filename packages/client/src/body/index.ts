export { type EmbedProvider, embedProvider, frameOrigins } from '../embedProvider.ts';
export { type BlockTree, type BodyElement, type BodyNode, bodyTree, inlineTree } from './bodyTree.ts';
export type { BodyOptions } from './renderBody.ts';
export { htmlBlocks, renderBody, sanitizeHtml } from './renderBody.ts';
export type { Film, Picture } from './renderFigures.ts';
export type { BodyWords } from './words.ts';
