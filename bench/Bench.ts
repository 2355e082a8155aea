import type { Opened, Sandbox } from './service.ts';
import type { Workloads } from './workloads.ts';
import type { Shape } from './wrk.ts';

/** How many rounds there are and how long they take; `tell` gets each result as soon as it is known. */
export type Rounds = Omit<Shape, 'folder'> & {
  readonly count: number;
  readonly tell: (line: string) => void;
};

/** The service that is measured. It has one set of workloads, so that no path comes twice. */
export type Bench = Opened &
  Shape &
  Rounds & { readonly sandbox: Sandbox; readonly items: number; readonly workloads: Workloads };
