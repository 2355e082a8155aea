import type { Answer } from '../catalogue/answer.ts';
import { compress, isWorthCompressing } from './compress.ts';
import { entityTag, fingerprint, namesAnswer } from './entityTag.ts';
import { type Encoding, negotiateEncoding } from './negotiateEncoding.ts';
import { type Reply, varies } from './Reply.ts';
import type { Route } from './route.ts';

/** An answer that may be sent again: right for one version of its space, and for a stretch of time. */
export class KeptAnswer {
  readonly asked: Route;
  readonly until: number;
  readonly #from: number;
  readonly #version: number;
  readonly #print: string;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #replies: { [Packing in Encoding]?: Reply } = {};

  constructor(asked: Route, { bytes, from, until }: Answer, version: number) {
    this.asked = asked;
    this.until = until;
    this.#from = from;
    this.#version = version;
    this.#bytes = bytes;
    this.#print = fingerprint(bytes);
  }

  /** What it takes, in bytes; the packed copies that may come take about as much as the answer itself. */
  get weight(): number {
    return this.#bytes.length * 2;
  }

  isRight(version: number, now: number): boolean {
    return version === this.#version && this.#from <= now && now < this.until;
  }

  /** The answer packed as the reader likes it, or that what the reader holds is still right. */
  reply(asked: Headers, caching: string): Reply {
    const reply = this.#packed(negotiateEncoding(asked.get('accept-encoding')));
    reply.headers.set('cache-control', caching);
    const held = asked.get('if-none-match');
    if (held === null || !namesAnswer(held, this.#print)) return reply;
    const headers = new Headers(reply.headers);
    headers.delete('content-encoding');
    return { status: 304, headers, body: null };
  }

  /** Packed when it is first asked for that way. The headers are made once, since making them takes its time. */
  #packed(wanted: Encoding): Reply {
    const encoding = isWorthCompressing(this.#bytes) ? wanted : 'identity';
    const known = this.#replies[encoding];
    if (known !== undefined) return known;
    const headers = new Headers({
      'content-type': 'application/json',
      etag: entityTag(this.#print, encoding),
      vary: varies,
    });
    if (encoding !== 'identity') headers.set('content-encoding', encoding);
    const body = encoding === 'identity' ? this.#bytes : compress(this.#bytes, encoding);
    const reply = { status: 200, headers, body };
    this.#replies[encoding] = reply;
    return reply;
  }
}
