export { type EmbedProvider, embedProvider, frameOrigins } from './embedProvider.ts';
export { decodeReference, escapeAttribute, escapeHtml, escapeText, escapeXml } from './escape.ts';
export { type Heading, type HeadingIds, headingIds, headingsIn } from './headings.ts';
export { linkSchemes } from './linkSchemes.ts';
export { attributesOf, beginsRawText, type HtmlTag, type HtmlToken, tokenize } from './tokenize.ts';
export { visibleText, visibleTokens } from './visibleText.ts';
