import type { Site } from './openSite.ts';
import type { Bookkeeper } from './startBookkeeper.ts';
import type { Readers } from './startReaders.ts';

/** What a fault works with. */
export type Scene = {
  readonly site: Site;
  readonly readers: Readers;
  readonly bookkeeper: Bookkeeper;
  /** Says that the fault is over, although `lift` has more to do. */
  lifted(): void;
  /** Adds a note below the table. */
  note(text: string): void;
  /** Reports a broken promise. */
  broken(text: string): void;
};

/** Something that fails for a while. */
export type Fault = {
  /** For `--only`. */
  readonly name: string;
  /** For the table. */
  readonly title: string;
  /** The indexes of the nodes that may show commits late meanwhile. */
  readonly concerns: readonly number[];
  /** How long it lasts, normally and in a quick run. */
  readonly seconds: number;
  readonly quickSeconds: number;
  /** Media that must always be available. If undefined, readers request none. */
  readonly media?: (site: Site) => Promise<readonly string[]>;
  /** Installs another program, with which everything starts; returns its folder. */
  readonly program?: () => Promise<string>;
  /** Prepares the folder before anything is started there; returns a function that undoes it. */
  readonly prepare?: (folder: string) => Promise<() => Promise<void>>;
  begin(scene: Scene): Promise<void>;
  lift(scene: Scene): Promise<void>;
};
