import type { StreamedBody } from '../http/HttpResponse.ts';
import type { Upkeep } from './Upkeep.ts';

/** A media file as it was handed in. Its bytes say what it is, never its name. */
export type Original = {
  readonly sha256: string;
  readonly ext: string;
  readonly mimetype: string;
  readonly fileSize: number;
  readonly type: 'image' | 'video';
};

/** A file that is kept, wherever that is. */
export type KeptFile = {
  readonly fileSize: number;
  /** Its bytes from one place up to another, read as they are needed; undefined where it is gone meanwhile. */
  read(start: number, end: number): Promise<StreamedBody | undefined>;
};

/**
 * Where the originals of media are kept, each under its content's hash: `<sha256>.<ext>`. A bundle is a folder of files
 * that belong together, such as the playlists and segments of a video, under an ID of 64 hexadecimal digits.
 * Everything here throws `MediaUnavailable` where nobody can tell now what there is.
 */
export interface Originals {
  /** Opens the door for files that come in together. */
  receive(): Intake;
  /** What is known of an original; undefined where there is none of this name. */
  find(name: string): Promise<Original | undefined>;
  /** An original, to be sent to whoever wants it; undefined where there is none of this name. */
  open(name: string): Promise<KeptFile | undefined>;
  /** A file of a bundle, to be sent to whoever wants it; undefined where there is none. */
  openPart(bundle: string, path: string): Promise<KeptFile | undefined>;
  /** Where an original lies on this machine for now, to be made into pictures; undefined where there is none. */
  localPath(name: string): Promise<string | undefined>;
  /**
   * Where an original, or a bundle, lies on this machine, to be read and left alone; what lies elsewhere is brought
   * to the given path, where nothing is yet. Undefined where there is none of this name or ID.
   */
  bring(name: string, target: string): Promise<string | undefined>;
  /**
   * For originals and bundles that a record is about to name, though nobody brings them along: what of them is not there
   * (any more), and that they are not cleared away now. To be asked while no other writer can commit.
   */
  findMissing(names: readonly string[]): Promise<readonly string[]>;
  /** What clears up here. */
  upkeep(): Upkeep;
}

/** Originals on their way in. No record names them before they are kept. */
export interface Intake extends AsyncDisposable {
  /** Takes a copy of a file. The same content is kept once, however often and by whomever it is put. */
  take(sourcePath: string): Promise<Original>;
  /** Takes a bundle, which is made only where there is none of this ID yet. */
  takeBundle(id: string, make: (target: string) => Promise<void>): Promise<TakenBundle>;
  /**
   * Keeps all that was taken, or, where it throws, nothing of it.
   * To be called while no other writer can commit: then nobody counts on what is taken back.
   */
  keep(): Promise<void>;
}

/** A bundle that was taken, until the intake is closed. */
export type TakenBundle = {
  /** Where a file of it lies on this machine; undefined where it has none of this path. */
  localPart(path: string): Promise<string | undefined>;
};

/** A file can't be taken as an original; the message says why. */
export class OriginalError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OriginalError';
  }
}

/** The name of an original. */
export function originalName({ sha256, ext }: Pick<Original, 'sha256' | 'ext'>): string {
  return `${sha256}.${ext}`;
}
