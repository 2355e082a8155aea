/** What is wrong with one line of what was to be imported. */
export type ImportFault = { readonly source: string; readonly line: number; readonly message: string };

/** Nothing was imported. `faults` holds the first of them, `total` how many there are. */
export class ImportError extends Error {
  readonly faults: readonly ImportFault[];
  readonly total: number;

  constructor(faults: readonly ImportFault[], total: number) {
    super(`nothing was imported: ${total} fault${total === 1 ? '' : 's'} found`);
    this.name = 'ImportError';
    this.faults = faults;
    this.total = total;
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

  error(): ImportError {
    return new ImportError(this.#faults, this.total);
  }
}
