export { type BlockBody, blocksOf, mediaIdsOf } from './blocksOf.ts';
export type * from './contract/blocks.ts';
export type * from './contract/queries.ts';
export type * from './contract/resources.ts';
export { type Client, type ClientOptions, createClient } from './createClient.ts';
export { imageUrl, type SigningOptions, type SrcsetOptions, srcset } from './imageUrl.ts';
export { mediaOf } from './mediaOf.ts';
export { type MemoryCacheOptions, memoryCache } from './memoryCache.ts';
export {
  type Failure,
  type FailureCode,
  type InvalidParameters,
  type ListChanging,
  NewsstandError,
  type NoAnswer,
  type ServiceFailure,
  type UnexpectedAnswer,
} from './NewsstandError.ts';
export { type PictureAttributes, type PictureOptions, pictureAttributes } from './pictureAttributes.ts';
export type {
  ItemReader,
  ListedNews,
  ListReader,
  NewsReader,
  PlainNews,
  WithCategory,
  WithTags,
} from './readers.ts';
export type { AnswerCache, CallOptions, Fetch, KeptAnswer } from './request.ts';
export type { ContentChange, ContentEvent, Reset, SubscribeOptions } from './subscribe.ts';
export { type ImageFormat, type ImageSize, type ImageUrl, urlFor } from './urlFor.ts';
