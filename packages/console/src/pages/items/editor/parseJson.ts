/** What a text says as JSON, or what is wrong with it. */
export type Parsed =
  | { readonly value: unknown; readonly fault?: never }
  | { readonly value?: never; readonly fault: string };

/** Reads JSON that somebody is typing. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : `${error}` };
  }
}
