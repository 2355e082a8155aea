/** What is done to a picture before it is sent: what a URL says, read and within bounds. */
export type Operations = {
  readonly trim?: { readonly corner: 'top-left' | 'bottom-right'; readonly tolerance: number } | undefined;
  readonly crop?: Box | undefined;
  readonly fit?: 'fit-in' | 'full-fit-in' | 'adaptive-fit-in' | 'adaptive-full-fit-in' | undefined;
  /** 0 where it follows from the other side; both 0 for the size of the source. */
  readonly width: number;
  readonly height: number;
  readonly isMirrored: boolean;
  readonly isUpsideDown: boolean;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
  readonly isSmart: boolean;
  /** One after another, in this order. */
  readonly filters: readonly Filter[];
};

/** Nothing is done. */
export const untouched: Operations = {
  width: 0,
  height: 0,
  isMirrored: false,
  isUpsideDown: false,
  horizontal: 'center',
  vertical: 'middle',
  isSmart: false,
  filters: [],
};

/** A rectangle; the right and bottom edges are outside. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A colour, each channel from 0 to 255. */
export type Colour = { readonly red: number; readonly green: number; readonly blue: number };

/** One filter with its arguments. */
export type Filter =
  | { readonly name: 'brightness' | 'contrast'; readonly amount: number }
  | { readonly name: 'rgb'; readonly red: number; readonly green: number; readonly blue: number }
  | { readonly name: 'grayscale' | 'equalize' }
  | { readonly name: 'blur'; readonly radius: number; readonly sigma: number }
  | {
      readonly name: 'convolution';
      readonly matrix: readonly number[];
      readonly columns: number;
      readonly isNormalized: boolean;
    }
  | {
      readonly name: 'sharpen';
      readonly amount: number;
      readonly radius: number;
      readonly isLuminanceOnly: boolean;
    }
  | { readonly name: 'noise'; readonly amount: number }
  | { readonly name: 'rotate'; readonly degrees: 0 | 90 | 180 | 270 }
  | { readonly name: 'quality'; readonly quality: number }
  | {
      readonly name: 'round_corner';
      readonly radiusX: number;
      readonly radiusY: number;
      readonly colour: Colour;
      readonly isTransparent: boolean;
    }
  | { readonly name: 'background_color'; readonly colour: Colour }
  | {
      readonly name: 'fill';
      readonly colour: Colour | 'auto' | 'blur' | 'transparent';
      readonly fillsTransparent: boolean;
    }
  | { readonly name: 'format'; readonly format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' };
