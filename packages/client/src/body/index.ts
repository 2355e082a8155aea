export type { BodyOptions, Film, Picture } from './renderBody.ts';
export { renderBody, sanitizeHtml } from './renderBody.ts';
