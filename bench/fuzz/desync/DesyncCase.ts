/** A request about whose end two readers might disagree. */
export type DesyncCase = {
  readonly group: string;
  readonly name: string;
  /** What is sent, a byte for each character. */
  readonly bytes: string;
  /** Whether the smuggled request is one of its own for whoever takes the one before it, and may be answered. */
  readonly isOwn: boolean;
  /** Whether the answer to the first request has no body. */
  readonly isHead: boolean;
};

/** The requests that cases are made of. */
export type Ingredients = {
  /** What the case itself asks for. */
  readonly path: string;
  /** A whole request that must not be answered, unless it is one of its own. */
  readonly smuggled: string;
  /** Header lines of a reader, each with its line end: host, credentials. */
  readonly usual: string;
  /** The same without the host. */
  readonly credentials: string;
};

/** What is true of a case besides its bytes. */
export type Extra = { readonly isOwn?: boolean; readonly isHead?: boolean };

/** Takes in a case of a group. */
export type Add = (name: string, bytes: string, extra?: Extra) => void;

/** Makes the cases of a group. */
export type Group = (given: Ingredients, add: Add) => void;

/** The name of a case that differs from others by one text. */
export function shown(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\\\', '\\');
}
