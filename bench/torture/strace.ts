/** Kills and errors at system calls, injected with strace. */

/** What to inject, and at which call. */
export type Injection = {
  readonly calls: readonly Call[];
  readonly effect: 'signal=KILL' | 'error=EIO' | 'error=ENOSPC';
  /** In strace's syntax: `5` is the fifth call only, `5+` the fifth and all later ones. Counted per thread. */
  readonly when: string;
  /** Only calls on these files; if empty, all calls. */
  readonly paths?: readonly string[];
};

/** The calls that SQLite writes with. */
export const storeCalls = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'unlink', 'unlinkat'] as const;
/** Opening, locking and closing files: only for files of the store, as there are too many others. */
export const lockCalls = ['openat', 'fcntl', 'close'] as const;
/** The calls that put files in place. */
export const placeCalls = ['rename', 'renameat', 'renameat2', 'link', 'linkat', 'mkdir', 'mkdirat'] as const;
/** The calls on sockets. */
export const networkCalls = ['sendto', 'recvfrom'] as const;
/** The calls that write files, among others. */
export const streamCalls = ['openat', 'write'] as const;
type Call = (
  | typeof storeCalls
  | typeof lockCalls
  | typeof placeCalls
  | typeof networkCalls
  | typeof streamCalls
)[number];

function optionsOf({ calls, effect, when, paths = [] }: Injection): readonly string[] {
  // The question mark tolerates calls that a machine does not have.
  const set = calls.map((call) => `?${call}`).join(',');
  const files = paths.flatMap((path) => ['-P', path]);
  return [
    '-f',
    '-o',
    '/dev/null',
    ...files,
    '-e',
    `trace=${set}`,
    '-e',
    `inject=${set}:${effect}:when=${when}`,
  ];
}

/** The wrapper for a command. The tracer runs as a grandchild, so that the command itself is our child. */
export function tracedBy(injection: Injection): readonly string[] {
  return ['strace', '-D', '-qq', ...optionsOf(injection)];
}

/** An injection into a running process. */
export type Attached = { detach(): Promise<void> };

/** Resolves once it is active. */
export async function attach(pid: number, injection: Injection): Promise<Attached> {
  const tracer = Bun.spawn(['strace', ...optionsOf(injection), '-p', `${pid}`], { stderr: 'pipe' });
  const reader = tracer.stderr.getReader();
  const decoder = new TextDecoder();
  for (let said = ''; !/attached/.test(said); ) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`strace can't be attached: ${said.trim()}`);
    said += decoder.decode(value);
  }
  // Discard the rest, so that strace never blocks on a full pipe.
  void (async () => {
    while (!(await reader.read()).done);
  })().catch(() => {});
  return {
    async detach() {
      tracer.kill('SIGTERM');
      await tracer.exited;
    },
  };
}

/** Why strace can't be used here; undefined if it can. */
export async function whyNoStrace(): Promise<string | undefined> {
  if (Bun.which('strace') === null)
    return 'strace is not installed (on Debian and Ubuntu: apt-get install strace)';
  const injection = { calls: ['unlinkat', 'unlink'], effect: 'signal=KILL', when: '1' } as const;
  const child = Bun.spawn([...tracedBy(injection), 'rm', '-f', '/nonexistent/file'], { stderr: 'pipe' });
  const said = await child.stderr.text();
  return (await child.exited) === 128 + 9 || child.signalCode === 'SIGKILL'
    ? undefined
    : `strace is not permitted to trace here: ${said.trim()}`;
}
