import { readFileSync } from 'node:fs';

/** The resident memory of a process in bytes; 0 if the system does not report it. */
export function processMemory(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return pages * 4096;
  } catch {
    return 0;
  }
}
