import { expect, test } from 'bun:test';
import { pino } from 'pino';
import { readConfig } from '../../config/readConfig.ts';
import { StoreError } from '../../store/StoreError.ts';
import { createContext } from './createContext.ts';

test('an unavailable store does not fill the log, while any other failure is logged', () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const options = { log, node: 'here:1', managementPort: 1, port: () => 2, service: () => undefined };
  const context = createContext(
    { ...options, config: readConfig({}) },
    () => Promise.reject(new StoreError('away')),
    () => ({ nodes: [] }),
  );
  for (let times = 0; times < 3; times++) context.onError(new StoreError('away'));
  expect(lines.length).toBe(1);
  for (let times = 0; times < 3; times++) context.onError(new Error('broken'));
  expect(lines.length).toBe(4);
});
