/** Kills and errors at system calls, by strace's injection. */

/** What happens, from which call on. */
export type Injection = {
  readonly calls: readonly Call[];
  readonly effect: 'signal=KILL' | 'error=EIO' | 'error=ENOSPC';
  /** As strace takes it: `5` only the fifth, `5+` all from the fifth on. Counted in each thread. */
  readonly when: string;
  /** Only calls that concern these files; none: all calls. */
  readonly paths?: readonly string[];
};

/** What SQLite writes its files by. */
export const storeCalls = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'unlink', 'unlinkat'] as const;
/** What else happens to these files: opened, locked, closed. Of other files it would be too much. */
export const lockCalls = ['openat', 'fcntl', 'close'] as const;
/** What puts files in their places. */
export const placeCalls = ['rename', 'renameat', 'renameat2', 'link', 'linkat', 'mkdir', 'mkdirat'] as const;
/** What a server is asked by, and answers. */
export const networkCalls = ['sendto', 'recvfrom'] as const;
/** What fills them, and much else. */
export const streamCalls = ['openat', 'write'] as const;
type Call = (
  | typeof storeCalls
  | typeof lockCalls
  | typeof placeCalls
  | typeof networkCalls
  | typeof streamCalls
)[number];

function optionsOf({ calls, effect, when, paths = [] }: Injection): readonly string[] {
  // With a question mark: not every machine has all of them.
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

/** What a command is to be run through. The tracer stands aside, so that the command is a child of ours as always. */
export function tracedBy(injection: Injection): readonly string[] {
  return ['strace', '-D', '-qq', ...optionsOf(injection)];
}

/** Something that is injected into a process that runs. */
export type Attached = { detach(): Promise<void> };

/** Resolves once it is in force. */
export async function attach(pid: number, injection: Injection): Promise<Attached> {
  const tracer = Bun.spawn(['strace', ...optionsOf(injection), '-p', `${pid}`], { stderr: 'pipe' });
  const reader = tracer.stderr.getReader();
  const decoder = new TextDecoder();
  for (let said = ''; !/attached/.test(said); ) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`strace can't be attached: ${said.trim()}`);
    said += decoder.decode(value);
  }
  // Nobody reads the rest, and it must not wait for that.
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

/** Why strace is of no use here; undefined: it is. */
export async function whyNoStrace(): Promise<string | undefined> {
  if (Bun.which('strace') === null)
    return 'strace is not installed (on Debian and Ubuntu: apt-get install strace)';
  const injection = { calls: ['unlinkat', 'unlink'], effect: 'signal=KILL', when: '1' } as const;
  const child = Bun.spawn([...tracedBy(injection), 'rm', '-f', '/nonexistent/file'], { stderr: 'pipe' });
  const said = await child.stderr.text();
  return (await child.exited) === 128 + 9 || child.signalCode === 'SIGKILL'
    ? undefined
    : `strace may not trace here: ${said.trim()}`;
}
