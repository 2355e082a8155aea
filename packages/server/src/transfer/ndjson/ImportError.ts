import type { Origin } from './integrityMessages.ts';

/** A fault of one line of an import. */
export type ImportFault = { readonly source: string; readonly line: number; readonly message: string };

/** Nothing was imported. `faults` contains the first faults, `total` is how many were found. */
export class ImportError extends Error {
  readonly faults: readonly ImportFault[];
  readonly total: number;
  /** False if checking stopped early: then there are at least `total` faults. */
  readonly isComplete: boolean;

  constructor(faults: readonly ImportFault[], total: number, isComplete: boolean) {
    super(
      `nothing was imported: ${isComplete ? '' : 'at least '}${total} fault${total === 1 ? '' : 's'} found`,
    );
    this.name = 'ImportError';
    this.faults = faults;
    this.total = total;
    this.isComplete = isComplete;
  }
}

type Found = Origin & { readonly message: string };

/** How many faults, or warnings, are kept. */
const mostKept = 1000;

/** Collects faults, or warnings: all are counted, the first ones kept. */
export class FaultList {
  readonly #sources: readonly { readonly name: string }[];
  readonly #faults: Found[] = [];
  total = 0;

  constructor(sources: readonly { readonly name: string }[]) {
    this.#sources = sources;
  }

  add(fault: Found): void {
    this.total += 1;
    if (!this.isFull) this.#faults.push(fault);
  }

  get isFull(): boolean {
    return this.#faults.length >= mostKept;
  }

  /** In the order of the lines. */
  get list(): readonly ImportFault[] {
    return this.#faults
      .toSorted((some, other) => some.source - other.source || some.line - other.line)
      .map(({ source, line, message }) => ({ source: this.#sources[source]?.name ?? '', line, message }));
  }

  error(isComplete = true): ImportError {
    return new ImportError(this.list, this.total, isComplete);
  }
}
