/** Writes to standard output, and waits until it is taken over. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes data for a script to standard output. */
export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** Tells the operator something that is not the result, on standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
