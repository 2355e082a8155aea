/** What a run of tests came to. */
export type Summary = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The output of each failed test. */
  readonly reasons: readonly string[];
};

/** Reads the output of `bun test`, which ends with its own counts. */
export function readSummary(output: string, exitCode: number | null): Summary {
  const passed = countOf(output, 'pass');
  // A runner that exits with an error but names no failed test has failed all the same.
  const failed = countOf(output, 'fail') || (exitCode === 0 && passed > 0 ? 0 : 1);
  const skipped = countOf(output, 'skip') + countOf(output, 'todo') - skippedHooks(output);
  return { passed, failed, skipped, reasons: reasonsIn(output) };
}

/** A count from the runner's own summary in its last lines. */
function countOf(output: string, outcome: string): number {
  const summary = output.slice(-4096).matchAll(new RegExp(`^ *(\\d+) ${outcome}$`, 'gm'));
  return Number([...summary].at(-1)?.[1] ?? 0);
}

/** The runner counts the hooks of skipped tests as tests without a name. In a long run it lists everything twice. */
function skippedHooks(output: string): number {
  const [tests = ''] = output.split(/^\d+ tests? (?:skipped|todo|failed):$/m);
  return [...tests.matchAll(/^\(skip\) (?:.* > )?\(unnamed\)$/gm)].length;
}

function reasonsIn(output: string): readonly string[] {
  const tests = output.split(/^(?=\((?:pass|fail|skip|todo)\) )/m);
  return tests.flatMap((text, index) => {
    if (!text.startsWith('(fail) ')) return [];
    const [name = ''] = text.split('\n');
    const before = (tests[index - 1] ?? '').split('\n').slice(1).join('\n').trim();
    // The runner's summary names the failed tests again, with nothing before them.
    return before === '' || /^\d+ tests? failed:$/.test(before.split('\n').at(-1) ?? '')
      ? []
      : [`${name}\n${before}`];
  });
}
