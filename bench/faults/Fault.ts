import type { Site } from './openSite.ts';
import type { Readers } from './startReaders.ts';

/** What a fault has to work with. */
export type Scene = {
  readonly site: Site;
  readonly readers: Readers;
  /** It is over now, though `lift` has more to do. */
  lifted(): void;
  /** Something worth telling beside the table. */
  note(text: string): void;
  /** A promise that does not hold. */
  broken(text: string): void;
};

/** Something that fails, for a while. */
export type Fault = {
  /** As `--only` takes it. */
  readonly name: string;
  /** As the table shows it. */
  readonly title: string;
  /** Places of the nodes that may show commits late while it lasts. */
  readonly concerns: readonly number[];
  /** How long it lasts, once it is there; and in a quick run. */
  readonly seconds: number;
  readonly quickSeconds: number;
  /** Media that must be there all the time. Undefined: readers ask for none. */
  readonly media?: (site: Site) => Promise<readonly string[]>;
  /** Prepares the folder before anything is started there. Gives back what is to be undone at the end. */
  readonly prepare?: (folder: string) => Promise<() => Promise<void>>;
  begin(scene: Scene): Promise<void>;
  lift(scene: Scene): Promise<void>;
};
