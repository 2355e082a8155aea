import { expect, test } from 'bun:test';
import { type MediaOperation, mediaOperation } from '@newsstand/contract';
import fc from 'fast-check';
import * as texts from './filterTexts.ts';
import { faultsAt, operationsOf, settingsOf, withFilters } from './settings.ts';

const side = fc.integer({ min: 0, max: 5000 });
const operation = fc.oneof(
  fc.record({
    type: fc.constant('trim' as const),
    orientation: fc.constantFrom('top-left' as const, 'bottom-right' as const),
  }),
  fc.record({ type: fc.constant('crop' as const), left: side, top: side, right: side, down: side }),
  fc.record({
    type: fc.constant('fit-in' as const),
    value: fc.constantFrom('fit-in' as const, 'full-fit-in' as const),
  }),
  fc.record({ type: fc.constant('size' as const), width: side, height: side }),
  fc.record({
    type: fc.constant('h-align' as const),
    value: fc.constantFrom('left' as const, 'right' as const),
  }),
  fc.record({
    type: fc.constant('v-align' as const),
    value: fc.constantFrom('top' as const, 'middle' as const),
  }),
  fc.record({ type: fc.constant('smart' as const) }),
  fc.record(
    {
      type: fc.constant('filters' as const),
      brightness: fc.string(),
      sharpen: fc.string(),
      blur: fc.nat(150),
      rotate: fc.constantFrom(0 as const, 90 as const),
      grayscale: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  ),
);
const operations: fc.Arbitrary<MediaOperation[]> = fc.array(operation, { maxLength: 10 });

test('untouched operations come out as they went in', () => {
  fc.assert(
    fc.property(operations, (came) => {
      expect(JSON.stringify(operationsOf(settingsOf(came)))).toBe(JSON.stringify(came));
    }),
  );
});

test('a change affects one operation, and is read back', () => {
  fc.assert(
    fc.property(operations, side, (came, left) => {
      const crop = { type: 'crop' as const, left, top: 1, right: 2, down: 3 };
      const changed = operationsOf({ ...settingsOf(came), crop });
      const others = (list: readonly MediaOperation[]) => {
        const index = list.findIndex(({ type }) => type === 'crop');
        return index < 0 ? list : list.toSpliced(index, 1);
      };
      expect(others(changed)).toEqual([...others(came)]);
      expect(settingsOf(changed)).toEqual({ ...settingsOf(came), crop, base: changed });
      for (const each of changed) expect(mediaOperation.safeParse(each).success).toBe(true);
    }),
  );
});

test('new operations are written in the order in which they apply', () => {
  const settings = {
    ...settingsOf([{ type: 'size', width: 3, height: 4 }]),
    smart: { type: 'smart' as const },
    filters: { type: 'filters' as const, blur: 2 },
  };
  const crop = { type: 'crop' as const, left: 1, top: 2, right: 3, down: 4 };
  const types = operationsOf({ ...settings, crop }).map(({ type }) => type);
  expect(types).toEqual(['crop', 'size', 'smart', 'filters']);
});

test('an operation without filters is removed, unless it came in without any', () => {
  const cleared = (operation: MediaOperation) => {
    const settings = withFilters(settingsOf([operation]), { blur: 2 });
    return operationsOf(withFilters(settings, { blur: undefined }));
  };
  expect(cleared({ type: 'filters', blur: 3 })).toEqual([]);
  expect(cleared({ type: 'filters' })).toEqual([{ type: 'filters' }]);
  expect(operationsOf(settingsOf([{ type: 'filters' }]))).toEqual([{ type: 'filters' }]);
});

test('the texts of filters are read and written', () => {
  expect(texts.readSharpen('1.5, 1,True')).toEqual({ amount: 1.5, radius: 1, isLuminanceOnly: true });
  expect(texts.writeSharpen({ amount: 1.5, radius: 1, isLuminanceOnly: true })).toBe('1.5,1,true');
  expect(texts.readRgb('35,-10,-35')).toEqual({ red: 35, green: -10, blue: -35 });
  expect(texts.readRoundCorner('40,215,38,61')).toEqual({ radius: '40', colour: '#d7263d', isClear: false });
  expect(texts.writeRoundCorner({ radius: '120|80', colour: '#000000', isClear: true })).toBe(
    '120|80,0,0,0,true',
  );
  expect(texts.readColour('9be7c4')).toBe('#9be7c4');
  expect(texts.readColour('navy')).toBe('navy');
  expect(texts.writeColour('#9BE7C4')).toBe('9be7c4');
  for (const text of ['', '1,2', 'a,b,c', '1,2,3,4']) {
    expect([texts.readRgb(text), texts.readSharpen(text)]).toEqual([undefined, undefined]);
  }
  for (const text of ['', '1', '1,2,3,256', '1|2|3,0,0,0', '1,2,3,4,x'])
    expect(texts.readRoundCorner(text)).toBeUndefined();
});

test('a fault is shown at its control', () => {
  const list: MediaOperation[] = [
    { type: 'size', width: 1, height: 1 },
    { type: 'filters', blur: 999 },
  ];
  const at = (path: string, message: string) => [...faultsAt([{ path, message }], list).keys()][0];
  expect(at('operations.0.width', 'must be a whole number')).toBe('size');
  expect(at('operations.1.blur', 'must be a whole number')).toBe('blur');
  expect(at('operations', '"blur(999)": give blur(radius)')).toBe('blur');
  expect(at('operations', '"round_corner(x)": give …')).toBe('roundCorner');
  expect(at('operations', 'crop "1x2:3x100001": give edges from 0')).toBe('crop');
  expect(at('operations', 'size "10001x1": give sides from 0 to 10000')).toBe('size');
  expect(at('operations', 'more than 30 filters')).toBe('');
});
