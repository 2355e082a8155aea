export { type Headings, lowered, parseHtml } from './parseHtml.ts';
export { safeTree, sanitizeHtml, writeSafely } from './sanitizeHtml.ts';
export { blockElements, inlineElements } from './tidyHtml.ts';
export { webAddress, webSources } from './webAddress.ts';
