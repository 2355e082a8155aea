export type { BodyOptions, Film, Picture } from './BodyOptions.ts';
export { renderBody } from './renderBody.ts';
export { sanitizeHtml } from './sanitizeHtml.ts';
