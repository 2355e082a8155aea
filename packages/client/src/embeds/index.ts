export { type EmbedProvider, embedProvider, frameOrigins } from '../embedProvider.ts';
export { type EmbedOptions, forgetEmbeds, showEmbeds } from './showEmbeds.ts';
