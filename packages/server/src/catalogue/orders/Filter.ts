/** Which items of a shelf a question is about; all parts must hold. */
export type Filter = {
  readonly ids?: readonly string[] | undefined;
  readonly categoryId?: string | undefined;
  /** At least one of these. */
  readonly tagIds?: readonly string[] | undefined;
  readonly rssOnly?: boolean;
  /** Only these slots, found by the asker at this very moment. */
  readonly slots?: Uint32Array | undefined;
  /** Search terms, folded. */
  readonly terms?: readonly string[] | undefined;
};
