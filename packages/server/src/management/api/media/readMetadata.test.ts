import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ApiProblem } from '../ApiProblem.ts';
import { readMetadata } from './readMetadata.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('a name in any script is read as it was written, and only the package says that it is one', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  const isRight = (text: string) => !/\p{Cc}/u.test(text) && [...text].length <= 255;
  const property = fc.property(name.filter(isRight), fc.boolean(), (filename, isPackage) => {
    const pairs = [`filename ${base64(filename)}`, 'filetype', ...(isPackage ? ['package'] : [])];
    for (const header of [pairs.join(','), pairs.toReversed().join(', ')])
      expect(readMetadata(header)).toEqual({ name: filename, isPackage });
    const plain = `filename ${base64(filename).replaceAll('=', '')},package ${base64('false')}`;
    expect(readMetadata(plain)).toEqual({ name: filename, isPackage: false });
  });
  fc.assert(property);
});

test('anything else is refused in plain words', () => {
  const wrong = [
    '',
    'filename',
    'filename x x',
    'filename a',
    'filename %%%%',
    `filename ${base64('a')},filename ${base64('b')}`,
    `filename ${base64('a')},`,
    `filename ${Buffer.from([0xff, 0xfe]).toString('base64')}`,
    `filename ${base64('a\0b')}`,
    `filename ${base64('a'.repeat(256))}`,
    `filename ${base64('a')},more ${base64('a'.repeat(5000))}`,
  ];
  for (const header of wrong) expect(() => readMetadata(header)).toThrow(/^Upload-Metadata must /);
  const property = fc.property(fc.string(), (header) => {
    try {
      readMetadata(header);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiProblem);
    }
  });
  fc.assert(property);
});
