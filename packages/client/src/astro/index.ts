export { type LiveFilter, newsstandLiveLoader } from './newsstandLiveLoader.ts';
export { type LoaderOptions, type NewsEntry, newsstandLoader } from './newsstandLoader.ts';
export { type OnDemandPage, type PreviewedItem, readPreview } from './readPreview.ts';
