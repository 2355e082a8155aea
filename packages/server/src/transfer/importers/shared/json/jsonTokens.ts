/** A text in JSON, or one of its brackets. `end` is where it ends. */
export type JsonToken = { readonly text: string; readonly start: number; readonly end: number };

/** The texts and brackets of JSON, however broken it is, up to where it is cut off. Takes linear time. */
export function* jsonTokens(json: string): Generator<JsonToken> {
  for (let start = 0; start < json.length; ) {
    const end = json[start] === '"' ? endOfText(json, start) : start + 1;
    if (end === undefined) return;
    if (/^["{}[\]]/.test(json[start] ?? '')) yield { text: json.slice(start, end), start, end };
    start = end;
  }
}

function endOfText(json: string, start: number): number | undefined {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '"') return at + 1;
    if (json[at] === '\\') at += 1;
  }
  return undefined;
}
