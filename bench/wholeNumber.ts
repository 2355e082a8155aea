/** A flag as a whole number; ends the run with a clear message where it is none, or too small. */
export function wholeNumber(flag: string, text: string, least = 1): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= least) return value;
  console.error(`${flag} must be a whole number from ${least} on (it is ${JSON.stringify(text)})`);
  process.exit(2);
}
