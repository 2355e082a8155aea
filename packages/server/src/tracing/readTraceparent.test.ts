import { expect, test } from 'bun:test';
import { readTraceparent } from './createTracer.ts';

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

test('reads the trace and the span, and whether it is sampled', () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
  expect(readTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, isSampled: false });
  expect(readTraceparent(`cc-${traceId}-${spanId}-03-later`)).toEqual({ traceId, spanId, isSampled: true });
});

test.each([
  undefined,
  '',
  'no',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-0\u001b`,
])('%p is ignored', (header) => {
  expect(readTraceparent(header)).toBeUndefined();
});
