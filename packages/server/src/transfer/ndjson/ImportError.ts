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

/** Collects faults: all are counted, the first ones kept. */
export class FaultList {
  readonly #faults: ImportFault[] = [];
  total = 0;

  add(fault: ImportFault): void {
    this.total += 1;
    if (this.#faults.length < 1000) this.#faults.push(fault);
  }

  error(isComplete = true): ImportError {
    return new ImportError(this.#faults, this.total, isComplete);
  }
}
