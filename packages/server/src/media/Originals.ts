/** A media file as it was handed in. Its bytes say what it is, never its name. */
export type Original = {
  readonly sha256: string;
  readonly ext: string;
  readonly mimetype: string;
  readonly fileSize: number;
  readonly type: 'image' | 'video';
};

/**
 * Where the originals of media are kept, each under its content's hash: `<sha256>.<ext>`. A bundle is a folder of files
 * that belong together, such as the playlists and segments of a video, under an ID of 64 hexadecimal digits.
 */
export interface Originals {
  /** Opens the door for files that come in together. */
  receive(): Intake;
  /** What is known of an original; undefined where there is none of this name. */
  find(name: string): Promise<Original | undefined>;
  /** Where an original lies on this machine, to be read; undefined where there is none of this name. */
  path(name: string): Promise<string | undefined>;
  /** Where a file of a bundle lies on this machine; undefined where there is none. */
  partPath(bundle: string, path: string): Promise<string | undefined>;
  /** Where a bundle lies on this machine; undefined where there is none of this ID. */
  bundlePath(bundle: string): Promise<string | undefined>;
  /** The bytes of an original, to be read as they are needed; undefined where there is none of this name. */
  open(name: string): Promise<Blob | undefined>;
}

/** Originals on their way in. Nobody sees them before they are kept; what was not kept goes at the end. */
export interface Intake extends AsyncDisposable {
  /** Takes a copy of a file. The same content is kept once, however often and by whomever it is put. */
  take(sourcePath: string): Promise<Original>;
  /** Takes a bundle, which is made only where there is none of this ID yet; gives back where it lies for now. */
  takeBundle(id: string, make: (target: string) => Promise<void>): Promise<string>;
  /**
   * Keeps all that was taken, or, where it throws, nothing of it.
   * To be called while no other writer can commit: then nobody counts on what is taken back.
   */
  keep(): Promise<void>;
}

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
