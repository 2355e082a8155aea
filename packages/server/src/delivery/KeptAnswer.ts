import type { Stretch } from '../catalogue/items/visibility.ts';
import { type HeadPart, joinedParts, type Reply } from '../http/Reply.ts';
import type { Asked } from './Asked.ts';
import { compress, isWorthCompressing } from './compress.ts';
import { entityTag, fingerprint, namesAnswer } from './entityTag.ts';
import type { Found } from './findAnswer.ts';
import { headerLines, varies } from './headerLines.ts';
import type { Encoding } from './negotiateEncoding.ts';

/** An answer in one way of packing. */
type Packed = {
  readonly lines: readonly HeadPart[];
  readonly heldLines: readonly HeadPart[];
  readonly body: Uint8Array;
};

/** An answer that may be sent again: right for one version of its space, until something on its shelf opens or closes. */
export class KeptAnswer {
  readonly #madeAt: number;
  readonly #version: number;
  readonly #print: string;
  readonly #keys: HeadPart;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #isFleeting: boolean;
  readonly #packed: { [Packing in Encoding]?: Packed } = {};

  /** The bytes of an answer are right until the next one is made: an answer that is kept has a copy of them. */
  constructor({ answer: { bytes }, keys }: Found, version: number, now: number, isKept: boolean) {
    this.#madeAt = now;
    this.#version = version;
    this.#bytes = isKept ? new Uint8Array(bytes) : bytes;
    this.#isFleeting = !isKept;
    this.#print = fingerprint(bytes);
    // Left open: what the caching says comes right behind it, and may begin with one key more.
    this.#keys = keys ?? '';
  }

  /** What it takes, in bytes; the packed copies that may come take about as much as the answer itself. */
  get weight(): number {
    return this.#bytes.length * 2 + this.#keys.length;
  }

  /** Whether it is right in a stretch in which nothing on its shelf opens or closes. */
  isRight(version: number, { from, until }: Stretch): boolean {
    return version === this.#version && from <= this.#madeAt && this.#madeAt < until;
  }

  /** The answer packed as the reader likes it, or that what the reader holds is still right. */
  reply({ encoding, held }: Asked, caching: HeadPart): Reply {
    const { lines, heldLines, body } = this.#packedAs(
      isWorthCompressing(this.#bytes) ? encoding : 'identity',
    );
    return held !== undefined && namesAnswer(held, this.#print)
      ? { status: 304, headers: [...heldLines, caching], body: undefined }
      : {
          status: 200,
          headers: [...lines, caching],
          body,
          isFleeting: this.#isFleeting && body === this.#bytes,
        };
  }

  /** Packed when it is first asked for that way. */
  #packedAs(encoding: Encoding): Packed {
    const known = this.#packed[encoding];
    if (known !== undefined) return known;
    const heldLines = this.#partsOf(entityTag(this.#print, encoding));
    const packed =
      encoding === 'identity'
        ? { lines: heldLines, heldLines, body: this.#bytes }
        : {
            lines: [`content-encoding: ${encoding}\r\n`, ...heldLines],
            heldLines,
            body: compress(this.#bytes, encoding),
          };
    this.#packed[encoding] = packed;
    return packed;
  }

  /** What is sent once is not worth joining. */
  #partsOf(tag: string): readonly HeadPart[] {
    const parts = [usualStart, tag, '\r\n', this.#keys];
    return this.#isFleeting ? parts : [joinedParts(parts)];
  }
}

const usualStart = Buffer.from(`${headerLines({ 'content-type': 'application/json', vary: varies })}etag: `);
