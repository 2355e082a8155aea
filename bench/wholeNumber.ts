/** A flag as a whole number; exits with a message if it is not one, or too small. */
export function wholeNumber(flag: string, text: string, least = 1): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= least) return value;
  console.error(`${flag} must be a whole number of at least ${least}, not ${JSON.stringify(text)}`);
  process.exit(2);
}
