import fc from 'fast-check';
import { runs } from './runs.ts';

// Loaded before all tests. A property that fails prints its seed; TESTS_SEED repeats it.
const seed = process.env['TESTS_SEED'];
fc.configureGlobal({ numRuns: runs(100), ...(seed !== undefined && { seed: Number(seed) }) });

// With nothing but unreferenced timers and processes to wait for, the test runner polls in a busy loop: it takes the
// processor from those that it waits for.
setInterval(() => {}, 60_000);
