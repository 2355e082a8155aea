import { readFileSync, writeFileSync } from 'node:fs';

const littleBytes = 250_000_000;

/**
 * The environment of a process that decodes pictures. Their buffers are large and short-lived: glibc keeps what is freed
 * in each of its arenas, which is more than half of the memory of such a process, and returning it costs no time that
 * could be measured. With little memory, the runtime saves a quarter of the rest, for slower filters.
 */
export function decoderEnvironment(env: NodeJS.ProcessEnv, memoryBytes: number): NodeJS.ProcessEnv {
  return {
    ...(memoryBytes < littleBytes && { BUN_JSC_forceMiniVMMode: '1' }),
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...env,
  };
}

/**
 * If memory runs out, the kernel kills such a process first: that costs one picture, not the service. Of several, it kills
 * that with the highest score, up to 1,000.
 */
export function killFirst(pid: number, score: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, `${score}`);
  } catch {
    // Not Linux, or it has ended already.
  }
}

/** The resident memory of a process in bytes; 0 if the system does not report it. */
export function processMemory(pid: number): number {
  const pages = Number(readProcess(pid, 'statm')?.split(' ')[1] ?? 0);
  return pages * 4096;
}

/**
 * The CPU time that a process has used, in milliseconds; undefined if the system does not report it. Unlike the time that
 * has passed, it does not depend on how busy the machine is.
 */
export function processCpuTime(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat');
  // The name of the program, in parentheses, may contain spaces. The times follow in ticks of 10 ms.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

function readProcess(pid: number, name: 'stat' | 'statm'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    // Not Linux, or it has ended.
    return undefined;
  }
}
