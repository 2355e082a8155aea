import type { Filter } from './filters/filters.ts';
import type { Box } from './geometry.ts';

/** The operations of a picture URL, parsed and within bounds. */
export type Operations = {
  readonly trim?: { readonly corner: 'top-left' | 'bottom-right'; readonly tolerance: number } | undefined;
  readonly crop?: Box | undefined;
  readonly fit?: 'fit-in' | 'full-fit-in' | 'adaptive-fit-in' | 'adaptive-full-fit-in' | undefined;
  /** 0: follows from the other side. Both 0: the size of the source. */
  readonly width: number;
  readonly height: number;
  readonly isMirrored: boolean;
  readonly isUpsideDown: boolean;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
  readonly isSmart: boolean;
  /** Applied in this order. */
  readonly filters: readonly Filter[];
};

/** No operations at all. */
export const noOperations: Operations = {
  width: 0,
  height: 0,
  isMirrored: false,
  isUpsideDown: false,
  horizontal: 'center',
  vertical: 'middle',
  isSmart: false,
  filters: [],
};
