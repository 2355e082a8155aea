import type { Block } from '@newsstand/contract';

/** A news item of the demo. Times are in hours, seen from the moment of the first start. */
export type Article = {
  readonly id: string;
  readonly alias?: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly picture: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly hoursAgo: number;
  readonly reservedIn?: number;
  readonly opensIn?: number;
  readonly closesIn?: number;
  readonly isDraft?: true;
  /** Members of `values` that few items have. */
  readonly more?: object;
};
