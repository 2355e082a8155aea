import { expect, test } from 'bun:test';
import { ownPicture } from '../testing/samples.ts';
import type { Media } from './contract/resources.ts';
import { pictureAttributes } from './pictureAttributes.ts';
import { urlFor } from './urlFor.ts';

const shown = (given: Partial<Media>) => pictureAttributes({ ...ownPicture, ...given });

test('a picture has all widths, and what its record says', () => {
  expect(shown({ alt: 'A cup', focalPoint: { x: 0.3, y: 0.456 } })).toEqual({
    src: urlFor(ownPicture).width(1920).url,
    srcset: urlFor(ownPicture).width(1920).srcset,
    sizes: '100vw',
    alt: 'A cup',
    position: '30% 46%',
  });
});

test('what is given counts', () => {
  const given = { sizes: '10rem', alt: '', width: 4, height: 3, widths: [320, 640] };
  expect(pictureAttributes({ ...ownPicture, alt: 'A cup' }, given)).toEqual({
    src: urlFor(ownPicture).width(640).url,
    srcset: [320, 640].map((width) => `${urlFor(ownPicture).width(width)} ${width}w`).join(', '),
    ...{ sizes: '10rem', alt: '', width: 4, height: 3 },
  });
  // The service has no such width, so the browser chooses from those below the next one.
  expect(pictureAttributes(ownPicture, { widths: [333] })?.srcset).toBe(urlFor(ownPicture).width(333).srcset);
});

test('its size is that of its operations, where they alone decide', () => {
  const size = { type: 'size', width: -800, height: 450 } as const;
  const focalPoint = { x: 0, y: 0 };
  expect(shown({ operations: [size], focalPoint })).toMatchObject({ width: 800, height: 450 });
  expect(shown({ operations: [size, { type: 'filters', rotate: 90 }] })).toMatchObject({
    width: 450,
    height: 800,
  });
  // The point is one of the original, of which this is a part.
  expect(shown({ operations: [size], focalPoint })).not.toHaveProperty('position');
  expect(shown({ operations: [size, { type: 'fit-in', value: 'fit-in' }] })).not.toHaveProperty('width');
  expect(shown({ operations: [{ ...size, height: 0 }] })).not.toHaveProperty('width');
  expect(shown({ type: 'video', operations: [size], focalPoint })).not.toHaveProperty('width');
});

test('media hosted elsewhere have one size, and what has no picture has no attributes', () => {
  const src = 'https://cdn.example.com/a.jpg';
  expect(shown({ accessUrl: src })).toEqual({ src, alt: '' });
  expect(pictureAttributes(undefined)).toBeUndefined();
});
