/** What an error code means. A code never changes; its title may. */
export type ErrorRow = { readonly status: number; readonly title: string };

/** RFC 9457 problem details, as every error of both interfaces is answered. */
export type ProblemDetails<Code extends string, Fault> = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: Code;
  readonly requestId: string;
  /** Everything that is wrong with what was sent, where that is the problem. */
  readonly errors?: readonly Fault[];
};

/** Fills in the problem details of an error from the table that its code is in. */
export function problemDetails<Code extends string, Fault = never>(
  table: Readonly<Record<Code, ErrorRow>>,
  code: Code,
  detail: string,
  requestId: string,
  errors?: readonly Fault[],
): ProblemDetails<Code, Fault> {
  const { status, title } = table[code];
  const details = { type: `/docs#error-${code}`, title, status, detail, code, requestId };
  return errors === undefined ? details : { ...details, errors };
}
