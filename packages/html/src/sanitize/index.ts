export { type Headings, lowered, parseHtml } from './parseHtml.ts';
export { sanitizeHtml } from './sanitizeHtml.ts';
export { blockElements, inlineElements } from './tidyHtml.ts';
export { webAddress, webSources } from './webAddress.ts';
export { writeSafely } from './writeSafely.ts';
