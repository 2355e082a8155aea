export { type LiveFilter, newsstandLiveLoader } from './newsstandLiveLoader.ts';
export { type LoaderOptions, type NewsEntry, newsstandLoader, pathPart } from './newsstandLoader.ts';
export { type OnDemandPage, type PreviewedItem, readPreview } from './readPreview.ts';
