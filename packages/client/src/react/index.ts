export { type BlockComponents, type BlockProps, Blocks, type BlocksProps } from './Blocks.ts';
export { Body, type BodyProps, Inline } from './Body.ts';
export { useEvents, useLive } from './live.ts';
export { Picture, type PictureProps } from './Picture.ts';
export { type PreviewLink, type PreviewState, usePreview } from './usePreview.ts';
