export type { BodyOptions, Film, Picture } from './BodyOptions.ts';
export { renderBody, sanitizeHtml } from './renderBody.ts';
