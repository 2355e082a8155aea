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
    ...{ width: 1920, height: 1440 },
    position: '30% 46%',
  });
});

test('a small picture is offered and shown in its own size', () => {
  expect(shown({ width: 240, height: 180 })).toEqual({
    src: urlFor(ownPicture).width(320).url,
    srcset: `${urlFor(ownPicture).width(160)} 160w, ${urlFor(ownPicture).width(320)} 240w`,
    ...{ sizes: '100vw', alt: '', width: 240, height: 180 },
  });
});

test('what is given counts', () => {
  const given = { sizes: '10rem', alt: '', width: 4, height: 3, widths: [320, 640] };
  expect(pictureAttributes({ ...ownPicture, alt: 'A cup' }, given)).toEqual({
    src: urlFor(ownPicture).width(640).url,
    srcset: [320, 640].map((width) => `${urlFor(ownPicture).width(width)} ${width}w`).join(', '),
    ...{ sizes: '10rem', alt: '', width: 4, height: 3 },
  });
  // Of the widths that are wanted, one has all of a smaller picture.
  expect(
    pictureAttributes({ ...ownPicture, width: 500, height: 400 }, { widths: [320, 1280] }),
  ).toMatchObject({
    src: urlFor(ownPicture).width(1280).url,
    srcset: `${urlFor(ownPicture).width(320)} 320w, ${urlFor(ownPicture).width(1280)} 500w`,
  });
  // The other side keeps the shape.
  expect(pictureAttributes(ownPicture, { width: 80 })).toMatchObject({ width: 80, height: 60 });
  expect(pictureAttributes(ownPicture, { height: 60 })).toMatchObject({ width: 80, height: 60 });
  // The service has no such width, so the browser chooses from those below the next one.
  expect(pictureAttributes(ownPicture, { widths: [333] })?.srcset).toBe(urlFor(ownPicture).width(333).srcset);
});

test('its size is what its operations make of it', () => {
  const size = { type: 'size', width: -800, height: 450 } as const;
  const focalPoint = { x: 0, y: 0 };
  expect(shown({ operations: [size], focalPoint })).toMatchObject({ width: 800, height: 450 });
  expect(shown({ operations: [size, { type: 'filters', rotate: 90 }] })).toMatchObject({
    width: 450,
    height: 800,
  });
  // The point is one of the original, of which this is a part.
  expect(shown({ operations: [size], focalPoint })).not.toHaveProperty('position');
  expect(shown({ operations: [size, { type: 'fit-in', value: 'fit-in' }] })).toMatchObject({
    width: 600,
    height: 450,
  });
  expect(shown({ operations: [{ ...size, height: 0 }] })).toMatchObject({ width: 800, height: 600 });
  expect(shown({ operations: [{ type: 'trim', orientation: 'top-left' }] })).not.toHaveProperty('width');
  expect(shown({ type: 'video', operations: [size], focalPoint })).toMatchObject({ width: 320, height: 240 });
});

test('media hosted elsewhere have one size, and what has no picture has no attributes', () => {
  const src = 'https://cdn.example.com/a.jpg';
  expect(shown({ accessUrl: src })).toEqual({ src, alt: '', width: 4000, height: 3000 });
  const { width: _, height: __, ...unmeasured } = ownPicture;
  expect(pictureAttributes({ ...unmeasured, accessUrl: src })).toEqual({ src, alt: '' });
  expect(pictureAttributes(unmeasured)).toEqual({ src: urlFor(ownPicture).width(1920).url, alt: '' });
  expect(pictureAttributes(undefined)).toBeUndefined();
});
