import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  isLive,
  stateAt as serverState,
  visibilityOf,
} from '../../../server/src/catalogue/items/visibility.ts';
import { liveTime, stateAt } from './liveTime.ts';

const moment = fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined });
const times = fc.record({
  status: fc.constantFrom('draft', 'published'),
  reservedAt: moment,
  openingAt: moment,
  closingAt: moment,
});

test('the console agrees with the service about the state of every item', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 6 }), (item, now) => {
      const visibility = visibilityOf(item);
      expect(stateAt(item, now)).toBe(serverState(visibility, now));
      const { from, until } = liveTime(item);
      expect(from <= now && now < until).toBe(isLive(visibility, now));
    }),
  );
});
