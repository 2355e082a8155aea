/** What a finished program has printed. */
export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs a program to its end, whatever that is. */
export async function attempt(command: readonly string[], stdin: string | Uint8Array = ''): Promise<Ran> {
  const child = Bun.spawn([...command], { stdin: new Blob([stdin]), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

/** Runs a program that must succeed. */
export async function run(command: readonly string[], stdin: string | Uint8Array = ''): Promise<string> {
  const { code, stdout, stderr } = await attempt(command, stdin);
  if (code !== 0) throw new Error(`${command.join(' ').slice(0, 200)} ended with ${code}:\n${stderr}`);
  return stdout.trim();
}

/** Repeats something until it is true. */
export async function until(what: string, isTrue: () => Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1000; !(await isTrue()); await Bun.sleep(200)) {
    if (performance.now() > end) throw new Error(`${what}: not after ${seconds} seconds`);
  }
}

/** What was checked, what failed, and what could not be tried. */
export function createReport() {
  let failures = 0;
  const tell = (mark: string, name: string, detail: string) =>
    console.log(`${mark.padEnd(10)} ${name}${detail === '' ? '' : `: ${detail}`}`);
  return {
    /** The check returns what it has seen. */
    async check(name: string, look: () => Promise<string>): Promise<void> {
      try {
        tell('ok', name, await look());
      } catch (error) {
        failures++;
        tell('FAILED', name, error instanceof Error ? error.message : String(error));
      }
    },
    notTried: (name: string, why: string) => tell('NOT TRIED', name, why),
    failures: () => failures,
  };
}

/** A report of checks. */
export type Report = ReturnType<typeof createReport>;

/** Fails with both values unless they are equal. */
export function expectEqual(seen: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} instead of ${other}`);
}
