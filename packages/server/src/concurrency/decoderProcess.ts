import { writeFileSync } from 'node:fs';

/**
 * The environment of a process that decodes pictures. Their buffers are large and short-lived: glibc keeps what is freed
 * in each of its arenas, which is more than half of the memory of such a process, and returning it costs no time that
 * could be measured.
 */
export function decoderEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
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
