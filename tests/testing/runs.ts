/** Whether this is `npm run test:all`, or a file that was started without the runner. */
export const isFull = process.env['TESTS_ALL'] !== undefined || process.env['TESTS_RUN_FOLDER'] === undefined;

/** How often a random test runs: a tenth of the full number in `npm test`, which is run for every change. */
export function runs(full: number): number {
  return isFull ? full : Math.ceil(full / 10);
}
