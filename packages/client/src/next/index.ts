export { LiveRefresh, type LiveRefreshProps } from './LiveRefresh.ts';
export { type ItemMetadata, metadataOf } from './metadataOf.ts';
export { type NextFetchOptions, nextFetch } from './nextFetch.ts';
export {
  exitPreviewRoute,
  type PreviewRouteOptions,
  type PreviewSpace,
  previewedNews,
  previewRoute,
} from './preview.ts';
export { type WebhookRouteOptions, webhookRoute } from './webhookRoute.ts';
