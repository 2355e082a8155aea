import type { MediaOperation } from '@newsstand/contract';
import { autumn } from '../scenes/autumn.ts';
import { beans } from '../scenes/beans.ts';
import { cups } from '../scenes/cups.ts';
import { farm } from '../scenes/farm.ts';
import { figures } from '../scenes/figures.ts';
import { gift } from '../scenes/gift.ts';
import { giftBanner } from '../scenes/giftBanner.ts';
import { jelly } from '../scenes/jelly.ts';
import { latte } from '../scenes/latte.ts';
import { newYear } from '../scenes/newYear.ts';
import { night } from '../scenes/night.ts';
import { pour } from '../scenes/pour.ts';
import { rain } from '../scenes/rain.ts';
import { roastery } from '../scenes/roastery.ts';
import { sakura } from '../scenes/sakura.ts';
import { solar } from '../scenes/solar.ts';
import { summer } from '../scenes/summer.ts';
import { tasting } from '../scenes/tasting.ts';
import { tourBanner } from '../scenes/tourBanner.ts';
import { yuzu } from '../scenes/yuzu.ts';
import { animationOf, jpegOf, photoOf, pngOf } from './rasterise.ts';

/** A picture of the demo, and what is done to it before it is shown. */
export type DemoPicture = {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Missing where another picture brings the same file. */
  readonly make?: () => string | Promise<Uint8Array>;
  readonly operations?: readonly MediaOperation[];
  readonly thumbnailOperations?: readonly MediaOperation[];
};

/** A square cut out around what matters. */
const square: readonly MediaOperation[] = [{ type: 'size', width: 320, height: 320 }, { type: 'smart' }];

/** Pictures of the demo: drawings as they are, flat ones as PNG, one that moves, and photographs as JPEG. */
export const demoPictures: readonly DemoPicture[] = [
  {
    id: 'm-roastery',
    name: 'The roastery by the river',
    file: 'roastery.jpg',
    make: () => jpegOf(roastery()),
    thumbnailOperations: square,
  },
  { id: 'm-autumn', name: '秋ブレンド', file: 'autumn.jpg', make: () => jpegOf(autumn()) },
  { id: 'm-hills', name: 'A roof under green hills', file: 'solar.svg', make: solar },
  { id: 'm-figures', name: 'The year in figures', file: 'figures.png', make: () => pngOf(figures()) },
  {
    ...{ id: 'm-latte', name: 'Latte art', file: 'latte.jpg', make: () => jpegOf(latte()) },
    // A round picture: the corners are as large as half of its side.
    thumbnailOperations: [...square, { type: 'filters', roundCorner: '160,255,255,255' }],
  },
  {
    ...{ id: 'm-night', name: 'Evening in town', file: 'night.jpg', make: () => jpegOf(night()) },
    // All of it in a square, the rest filled with itself out of focus.
    thumbnailOperations: [
      { type: 'fit-in', value: 'fit-in' },
      { type: 'size', width: 320, height: 320 },
      { type: 'filters', fill: 'blur' },
    ],
  },
  { id: 'm-gift', name: '冬のギフト', file: 'gift.jpg', make: () => jpegOf(gift()) },
  { id: 'm-new-year', name: '初日の出', file: 'new-year.png', make: () => pngOf(newYear()) },
  { id: 'm-summer', name: 'Summer by the sea', file: 'summer.jpg', make: () => jpegOf(summer()) },
  { id: 'm-pour', name: 'Pour-over', file: 'pour.webp', make: () => animationOf(pour) },
  {
    id: 'm-farm',
    name: 'A farm in Huila',
    file: 'farm.jpg',
    make: () => jpegOf(farm()),
    thumbnailOperations: square,
  },
  { id: 'm-jelly', name: 'コーヒーゼリー', file: 'jelly.jpg', make: () => jpegOf(jelly()) },
  {
    ...{ id: 'm-cups', name: 'Cups from Shigaraki', file: 'cups.jpg', make: () => jpegOf(cups()) },
    // Only the cups, without most of the wall and the board.
    operations: [
      { type: 'crop', left: 100, top: 250, right: 1500, down: 710 },
      { type: 'size', width: 1120, height: 368 },
    ],
  },
  {
    ...{ id: 'm-beans', name: 'Beans', file: 'beans.jpg', make: () => photoOf(beans(), 1) },
    // A notebook is in black and white.
    operations: [{ type: 'filters', brightness: '12', grayscale: true }],
  },
  {
    ...{ id: 'm-rain', name: '雨の窓', file: 'rain.jpg', make: () => photoOf(rain(), 2) },
    thumbnailOperations: [
      { type: 'size', width: 320, height: 180 },
      { type: 'filters', roundCorner: '24,255,255,255' },
    ],
  },
  { id: 'm-yuzu', name: 'Yuzu espresso tonic', file: 'yuzu.jpg', make: () => jpegOf(yuzu()) },
  {
    ...{ id: 'm-tasting', name: '飲み比べ', file: 'tasting.jpg', make: () => jpegOf(tasting()) },
    // The first of three cups.
    thumbnailOperations: [
      { type: 'size', width: 320, height: 480 },
      { type: 'h-align', value: 'left' },
    ],
  },
  { id: 'm-sakura', name: '桜', file: 'sakura.jpg', make: () => jpegOf(sakura()) },
  { id: 'm-banner-tour', name: 'Banner: roastery tour', file: 'tour.png', make: () => pngOf(tourBanner()) },
  { id: 'm-banner-gift', name: 'バナー：冬のギフト', file: 'gift-box.png', make: () => pngOf(giftBanner()) },
  {
    ...{ id: 'm-banner-spring', name: 'Banner: spring', file: 'sakura.jpg' },
    // The same file as above, cut to a banner where there is most to see.
    operations: [{ type: 'size', width: 1500, height: 500 }, { type: 'smart' }],
  },
];
