import fc from 'fast-check';
import { runs } from './runs.ts';

// Loaded before all tests. A property that fails prints its seed; TESTS_SEED repeats it.
const seed = process.env['TESTS_SEED'];
fc.configureGlobal({ numRuns: runs(100), ...(seed !== undefined && { seed: Number(seed) }) });
