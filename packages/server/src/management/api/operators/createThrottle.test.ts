import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createThrottle, type Throttle } from './createThrottle.ts';

const minute = 60_000;

function fail(throttle: Throttle, name: string): void {
  throttle.begin(name);
  throttle.end(name, true);
}

function withClock() {
  const clock = { now: 1_000_000 };
  return { clock, throttle: createThrottle(() => clock.now) };
}

describe('createThrottle', () => {
  test('five tries are free, then each waits twice as long as the one before, up to 15 minutes', () => {
    const { clock, throttle } = withClock();
    const waits: number[] = [];
    for (let tries = 0; tries < 18; tries++) {
      fail(throttle, 'ken');
      waits.push(throttle.wait('ken') / 1000);
      clock.now += throttle.wait('ken');
      expect(throttle.wait('ken')).toBe(0);
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
    expect(throttle.wait('ann')).toBe(0);
  });

  test('is forgotten after 15 minutes without a failure, not earlier', () => {
    const { clock, throttle } = withClock();
    for (let tries = 0; tries < 6; tries++) fail(throttle, 'ken');
    clock.now += 2000 + 15 * minute - 1;
    fail(throttle, 'ken');
    expect(throttle.wait('ken')).toBe(4000);
    clock.now += 4000 + 15 * minute;
    fail(throttle, 'ken');
    expect(throttle.wait('ken')).toBe(0);
  });

  test('successes do not count, nor do failures that were cleared', () => {
    const { throttle } = withClock();
    for (let tries = 0; tries < 20; tries++) {
      throttle.begin('address');
      throttle.end('address', false);
      fail(throttle, 'ken');
    }
    expect(throttle.wait('address')).toBe(0);
    throttle.clear('ken');
    expect(throttle.wait('ken')).toBe(0);
    throttle.end('nobody', false);
    expect(throttle.wait('nobody')).toBe(0);
  });

  test('tries that are under way count as failed until they have gone well', () => {
    const { throttle } = withClock();
    for (let tries = 0; tries < 5; tries++) {
      expect(throttle.wait('ken')).toBe(0);
      throttle.begin('ken');
    }
    expect(throttle.wait('ken')).toBe(1000);
    throttle.end('ken', false);
    expect(throttle.wait('ken')).toBe(0);
  });

  test('never waits longer than 15 minutes, whatever the clock does', () => {
    const steps = fc.array(fc.integer({ min: -20 * minute, max: 20 * minute }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (given) => {
        const { clock, throttle } = withClock();
        for (const step of given) {
          fail(throttle, 'ken');
          expect(throttle.wait('ken')).toBeWithin(0, 15 * minute + 1);
          clock.now += step;
        }
      }),
    );
  });
});
