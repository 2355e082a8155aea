import { readFileSync } from 'node:fs';

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
