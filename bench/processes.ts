import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The usage of a process and its descendants. */
export type Usage = { readonly cpuSeconds: number; readonly megabytes: number };

/** Linux counts CPU time in hundredths of a second, on every kind of machine. */
const ticksPerSecond = 100;

type Stat = { readonly pid: number; readonly parent: number; readonly ticks: number };

/** The CPU time that a process and its descendants have used, and their memory now. */
export function usageOf(pid: number): Usage {
  const family = familyOf(pid);
  const ticks = sum(family.map((process) => process.ticks));
  return { cpuSeconds: ticks / ticksPerSecond, megabytes: sum(family.map(residentMegabytes)) };
}

/**
 * The memory of a process and its descendants, counting the program and its libraries once: they share these. The kernel
 * could tell exactly (PSS), but stops the process for that, for milliseconds if it is large.
 */
export function memoryOf(pid: number): number {
  const family = familyOf(pid).map(({ pid: each }) => readProc(`/proc/${each}/status`));
  const own = family.map(ownKilobytes);
  const shared = family.map((status) => kilobytes(status, 'RssFile'));
  return (sum(own) + Math.max(0, ...shared)) / 1024;
}

/** A process of a family: its name, and the memory that it does not share with any file, in megabytes. */
export type ProcessMemory = { readonly name: string; readonly megabytes: number };

/** The memory of each process of a family. */
export function memoryByProcess(pid: number): readonly ProcessMemory[] {
  return familyOf(pid).map(({ pid: each }) => {
    const own = ownKilobytes(readProc(`/proc/${each}/status`));
    return { name: scriptOf(each), megabytes: own / 1024 };
  });
}

function ownKilobytes(status: string): number {
  return kilobytes(status, 'RssAnon') + kilobytes(status, 'RssShmem');
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** The script that a process runs, or else its program. */
function scriptOf(pid: number): string {
  const [program = '', script = program] = readProc(`/proc/${pid}/cmdline`).split('\0');
  return basename(script, '.ts');
}

/** The memory of a family as the kernel counts it (PSS): what several processes share is divided among them. */
export function sharedMemoryOf(pid: number): number {
  const family = familyOf(pid).map(({ pid: each }) => readProc(`/proc/${each}/smaps_rollup`));
  return sum(family.map((text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0))) / 1024;
}

/** Waits until a process has finished its background work and uses almost no CPU. */
export async function settled(pid: number): Promise<void> {
  for (let before = -1, tries = 0; tries < 600; tries++) {
    const { cpuSeconds } = usageOf(pid);
    if (cpuSeconds - before < 0.03) return;
    before = cpuSeconds;
    await Bun.sleep(500);
  }
}

/** The children of a process whose command line contains a word. */
export function childrenOf(pid: number, word = ''): readonly number[] {
  return familyOf(pid)
    .filter(({ pid: child, parent }) => parent === pid && readProc(`/proc/${child}/cmdline`).includes(word))
    .map((child) => child.pid);
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function familyOf(pid: number): readonly Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = all.filter((process) => process.pid === pid);
  // The array grows during the loop: children are added after their parents.
  for (const { pid: parent } of family) family.push(...all.filter((process) => process.parent === parent));
  return family;
}

/** Empty if the process has ended meanwhile. */
function statOf(pid: string): readonly Stat[] {
  const text = readProc(`/proc/${pid}/stat`);
  // The name of the program is in brackets and may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3] ?? 0);
  return text === '' ? [] : [{ pid: Number(pid), parent: field(4), ticks: field(14) + field(15) }];
}

function residentMegabytes({ pid }: Stat): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
