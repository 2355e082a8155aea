/** A news item of the demo. Times are in hours, seen from the moment of the first start. */
export type Article = {
  readonly id: string;
  readonly alias?: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly picture: string;
  /** A video that the body refers to. */
  readonly video?: { readonly mediaId: string };
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
