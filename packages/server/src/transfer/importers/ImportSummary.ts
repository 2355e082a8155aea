/** How often something was imported as something. */
export type Mapped = { readonly what: string; readonly to: string; readonly count: number };

/** How often something was changed or skipped, and why, with the first few examples. */
export type Remark = {
  readonly what: string;
  readonly why: string;
  readonly count: number;
  readonly examples: readonly string[];
};

/** What happened to the content of another system. */
export type SummaryReport = {
  readonly mapped: readonly Mapped[];
  readonly changed: readonly Remark[];
  readonly skipped: readonly Remark[];
};

const maxExamples = 5;
const maxExampleLength = 120;
/** A file may define any number of its own kinds. */
const maxRemarks = 1000;

type Remarks = Map<string, { what: string; why: string; count: number; examples: string[] }>;

/** Counts what happens to the content of another system. */
export class ImportSummary {
  readonly #mapped = new Map<string, { what: string; to: string; count: number }>();
  readonly #changed: Remarks = new Map();
  readonly #skipped: Remarks = new Map();

  /** Something was imported: `mapped('post', 'news')`. */
  mapped(what: string, to: string): void {
    const key = `${what}\n${to}`;
    const entry = this.#mapped.get(key) ?? { what, to, count: 0 };
    entry.count += 1;
    this.#mapped.set(key, entry);
  }

  /** Something was imported with a change: `changed('post', 'has no slug: …', 'Hello')`. */
  changed(what: string, why: string, example: string): void {
    remark(this.#changed, what, why, example);
  }

  /** Something was skipped: `skipped('page', 'pages are not news', 'About us')`. Without an example it is only counted. */
  skipped(what: string, why: string, example: string): void {
    remark(this.#skipped, what, why, example);
  }

  report(): SummaryReport {
    return {
      mapped: [...this.#mapped.values()],
      changed: [...this.#changed.values()],
      skipped: [...this.#skipped.values()],
    };
  }
}

function remark(remarks: Remarks, what: string, why: string, example: string): void {
  const isKnown = remarks.size < maxRemarks || remarks.has(`${what}\n${why}`);
  const named = isKnown
    ? { what, why }
    : { what: 'others', why: 'there are too many different ones to list' };
  const key = `${named.what}\n${named.why}`;
  const entry = remarks.get(key) ?? { ...named, count: 0, examples: [] };
  entry.count += 1;
  // A copy, because a slice would keep the whole text in memory.
  if (entry.examples.length < maxExamples && example !== '')
    entry.examples.push(Buffer.from(example.slice(0, maxExampleLength)).toString());
  remarks.set(key, entry);
}
