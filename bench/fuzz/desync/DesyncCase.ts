/** A request whose end two parsers might interpret differently. */
export type DesyncCase = {
  readonly group: string;
  readonly name: string;
  /** The bytes to send, one per character. */
  readonly bytes: string;
  /** Whether the smuggled request is a separate request if the one before it is accepted, and so may be answered. */
  readonly isOwn: boolean;
  /** Whether the response to the first request has no body. */
  readonly isHead: boolean;
};

/** The parts that cases are built from. */
export type Ingredients = {
  /** The path that the case itself requests. */
  readonly path: string;
  /** A complete request that must not be answered unless it is a separate one. */
  readonly smuggled: string;
  /** The header lines of a reader, with line ends: host and credentials. */
  readonly usual: string;
  /** The same without the host. */
  readonly credentials: string;
};

/** The properties of a case besides its bytes. */
export type Extra = { readonly isOwn?: boolean; readonly isHead?: boolean };

/** Adds a case to a group. */
export type Add = (name: string, bytes: string, extra?: Extra) => void;

/** Generates the cases of a group. */
export type Group = (given: Ingredients, add: Add) => void;

/** The name of a case that differs from others in one text. */
export function shown(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\\\', '\\');
}
