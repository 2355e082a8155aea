import type { MediaOperation } from '@newsstand/contract';
import type { PictureFormat } from '../../packages/server/src/media/picture/encodeImage.ts';
import { cutOut, fog, postcard, scene, upright } from './drawScene.ts';

/** The sources of the samples. */
export const sources = { scene, fog, postcard, upright, 'cut-out': cutOut } as const;

/** The name of a source. */
export type SourceName = keyof typeof sources;

/** A picture of the page: its file name, source and operations. */
export type Sample = {
  readonly name: string;
  readonly source: SourceName;
  readonly operations: readonly MediaOperation[];
  readonly format: Extract<PictureFormat, 'jpeg' | 'png'>;
};

type Filters = Omit<Extract<MediaOperation, { type: 'filters' }>, 'type'>;

/** The samples of the operations that shape a picture, by type. */
export const shapeSamples = {
  trim: [
    sample('trim-top-left', 'postcard', { type: 'trim', orientation: 'top-left' }),
    sample('trim-bottom-right', 'postcard', { type: 'trim', orientation: 'bottom-right' }),
  ],
  crop: [sample('crop', 'scene', { type: 'crop', left: 146, top: 10, right: 226, down: 104 })],
  'fit-in': [
    sample('fit-in', 'upright', { type: 'fit-in', value: 'fit-in' }, size(150, 100)),
    sample('full-fit-in', 'upright', { type: 'fit-in', value: 'full-fit-in' }, size(150, 100)),
    sample('adaptive-fit-in', 'upright', { type: 'fit-in', value: 'adaptive-fit-in' }, size(150, 100)),
  ],
  size: [
    sample('size', 'scene', size(120, 120)),
    sample('size-width', 'scene', size(120, 0)),
    sample('size-height', 'scene', size(0, 120)),
  ],
  'h-align': [
    sample('h-align-left', 'scene', size(80, 160), { type: 'h-align', value: 'left' }),
    sample('h-align-center', 'scene', size(80, 160), { type: 'h-align', value: 'center' }),
    sample('h-align-right', 'scene', size(80, 160), { type: 'h-align', value: 'right' }),
  ],
  'v-align': [
    sample('v-align-top', 'scene', size(240, 60), { type: 'v-align', value: 'top' }),
    sample('v-align-middle', 'scene', size(240, 60), { type: 'v-align', value: 'middle' }),
    sample('v-align-bottom', 'scene', size(240, 60), { type: 'v-align', value: 'bottom' }),
  ],
  smart: [sample('smart', 'scene', size(80, 160), { type: 'smart' })],
} as const satisfies Record<Exclude<MediaOperation['type'], 'filters'>, readonly Sample[]>;

const fitted = [{ type: 'fit-in', value: 'fit-in' }, size(200, 130)] as const;

/** The samples of the filters, by member. */
export const filterSamples = {
  fill: [
    sample('fill-colour', 'upright', ...fitted, filters({ fill: 'navy' })),
    sample('fill-auto', 'upright', ...fitted, filters({ fill: 'auto' })),
    sample('fill-blur', 'upright', ...fitted, filters({ fill: 'blur' })),
    sample('fill-transparent', 'cut-out', ...fitted, filters({ fill: 'ffd9a0,true' })),
  ],
  brightness: [sample('brightness', 'scene', filters({ brightness: '25' }))],
  contrast: [sample('contrast', 'scene', filters({ contrast: '40' }))],
  backgroundColor: [sample('background-color', 'cut-out', filters({ backgroundColor: '9be7c4' }))],
  quality: [sample('quality', 'scene', filters({ quality: 5 }))],
  noise: [sample('noise', 'scene', filters({ noise: 100 }))],
  blur: [sample('blur', 'scene', filters({ blur: 4 }))],
  sharpen: [sample('sharpen', 'scene', filters({ sharpen: '1.5,1,true' }))],
  rotate: [sample('rotate', 'scene', filters({ rotate: 90 }))],
  convolution: [
    sample('convolution', 'scene', filters({ convolution: '-1;-1;-1;-1;8;-1;-1;-1;-1,3,false' })),
  ],
  roundCorner: [
    sample('round-corner', 'scene', filters({ roundCorner: '40,215,38,61' })),
    clear(sample('round-corner-clear', 'scene', filters({ roundCorner: '120|80,0,0,0,true' }))),
  ],
  rgb: [sample('rgb', 'scene', filters({ rgb: '35,-10,-35' }))],
  grayscale: [sample('grayscale', 'scene', filters({ grayscale: true }))],
  equalize: [sample('equalize', 'fog', filters({ equalize: true }))],
} as const satisfies Record<keyof Filters, readonly Sample[]>;

/** The unchanged sources. */
export const plainSamples: readonly Sample[] = [
  sample('scene', 'scene'),
  sample('upright', 'upright'),
  sample('postcard', 'postcard'),
  sample('fog', 'fog'),
  clear(sample('cut-out', 'cut-out')),
];

/** All pictures of the page. */
export const samples: readonly Sample[] = [
  ...plainSamples,
  ...Object.values(shapeSamples).flat(),
  ...Object.values(filterSamples).flat(),
];

function sample(name: string, source: SourceName, ...operations: readonly MediaOperation[]): Sample {
  return { name, source, operations, format: 'jpeg' };
}

/** As a PNG, for transparency. */
function clear(opaque: Sample): Sample {
  return { ...opaque, format: 'png' };
}

function size(width: number, height: number): MediaOperation {
  return { type: 'size', width, height };
}

function filters(members: Filters): MediaOperation {
  return { type: 'filters', ...members };
}
