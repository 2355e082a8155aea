/** How much of a response is read at most, and how much of its body is kept. */
const mostBytes = 65_536;
const keptBytes = 1024;
const endOfHead = '\r\n\r\n';

/** Reads the response of a server that is not trusted: its status, and the beginning of its body. */
export class ResponseReader {
  /** One character for each byte. */
  #text = '';
  #isFull = false;

  add(bytes: Uint8Array): void {
    const rest = mostBytes - this.#text.length;
    this.#text += Buffer.from(bytes.subarray(0, rest)).toString('latin1');
    this.#isFull = bytes.length >= rest;
  }

  /** Whether nothing more is needed. */
  get isDone(): boolean {
    const parts = this.#parts();
    if (this.#isFull) return true;
    if (parts === undefined) return false;
    const { status, body, length, isChunked } = parts;
    if (status === 204 || status === 304) return true;
    if (isChunked) return dechunked(body).isWhole || body.length > 2 * keptBytes;
    return body.length >= Math.min(length, keptBytes);
  }

  /** Undefined if the status has not arrived. */
  response(): { readonly status: number; readonly response: string } | undefined {
    const parts = this.#parts();
    if (parts === undefined) return undefined;
    const { status, body, length, isChunked } = parts;
    const whole = isChunked ? dechunked(body).text : body.slice(0, length);
    const kept = whole.slice(0, keptBytes);
    return { status, response: Buffer.from(kept, 'latin1').toString() };
  }

  #parts() {
    let text = this.#text;
    // A server may announce that it goes on, before the response itself.
    while (/^HTTP\/1\.[01] 1\d\d/.test(text) && text.includes(endOfHead)) {
      text = text.slice(text.indexOf(endOfHead) + endOfHead.length);
    }
    const end = text.indexOf(endOfHead);
    const status = Number(/^HTTP\/1\.[01] ([2-9]\d\d)\b/.exec(text)?.[1] ?? 0);
    if (end < 0 || status === 0) return undefined;
    const head = text.slice(0, end);
    return {
      status,
      body: text.slice(end + endOfHead.length),
      length: Number(/\r\ncontent-length: *(\d{1,15})\s*(\r\n|$)/i.exec(head)?.[1] ?? Infinity),
      isChunked: /\r\ntransfer-encoding:[^\r]*chunked/i.test(head),
    };
  }
}

/** Joins the chunks that are there. */
function dechunked(body: string): { readonly text: string; readonly isWhole: boolean } {
  let text = '';
  for (let rest = body; ; ) {
    const [line, size = ''] = /^([0-9a-f]{1,8})[^\r\n]*\r\n/i.exec(rest) ?? [];
    if (line === undefined) return { text, isWhole: false };
    const length = Number.parseInt(size, 16);
    if (length === 0) return { text, isWhole: true };
    text += rest.slice(line.length, line.length + length);
    rest = rest.slice(line.length + length + 2);
  }
}
