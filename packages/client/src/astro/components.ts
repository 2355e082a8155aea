export { htmlBlocks } from '../body/renderBody.ts';
export { mediaOf } from '../mediaOf.ts';
export { type PictureOptions, pictureAttributes } from '../pictureAttributes.ts';
