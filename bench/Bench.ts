import type { Opened, Workplace } from './service.ts';
import type { Workloads } from './workloads.ts';
import type { Shape } from './wrk.ts';

/** How often and how long everything is loaded, and whom to tell what came of it as it comes. */
export type Rounds = Omit<Shape, 'folder'> & {
  readonly count: number;
  readonly tell: (line: string) => void;
};

/** A service with content that is measured. One set of workloads for all of it, so that no path comes twice. */
export type Bench = Opened &
  Shape &
  Rounds & { readonly workplace: Workplace; readonly items: number; readonly workloads: Workloads };
