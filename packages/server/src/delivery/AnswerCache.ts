import type { Answer } from '../catalogue/answer.ts';
import { RecentMap } from '../catalogue/RecentMap.ts';
import { compress, isWorthCompressing } from './compress.ts';
import { fingerprint } from './entityTag.ts';
import type { Encoding } from './negotiateEncoding.ts';

/** An answer that is kept: right for one version of its space, and for a stretch of time. */
export class KeptAnswer {
  readonly version: number;
  readonly from: number;
  readonly until: number;
  readonly print: string;
  readonly #plain: Uint8Array<ArrayBuffer>;
  readonly #packed: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> } = {};

  constructor({ bytes, from, until }: Answer, version: number) {
    this.#plain = bytes;
    this.version = version;
    this.from = from;
    this.until = until;
    this.print = fingerprint(bytes);
  }

  /** The packed copies that may come take about as much as the answer itself. */
  get weight(): number {
    return this.#plain.length * 2;
  }

  /** How it will be sent where the reader would take this encoding. */
  encodingFor(wanted: Encoding): Encoding {
    return isWorthCompressing(this.#plain) ? wanted : 'identity';
  }

  /** The bytes to send, packed when they are first asked for that way. */
  bytes(encoding: Encoding): Uint8Array<ArrayBuffer> {
    if (encoding === 'identity') return this.#plain;
    const packed = this.#packed[encoding] ?? compress(this.#plain, encoding);
    this.#packed[encoding] = packed;
    return packed;
  }
}

const mostBytes = 64 * 1024 * 1024;

/** Answers to what is asked again and again, by path and query. */
export class AnswerCache {
  readonly #answers = new RecentMap<KeptAnswer>(
    () => mostBytes,
    (answer) => answer.weight,
  );

  /** The kept answer, if it is right for this version of the space at this moment. */
  get(target: string, version: number, now: number): KeptAnswer | undefined {
    const answer = this.#answers.get(target);
    if (answer === undefined || answer.version !== version) return undefined;
    return answer.from <= now && now < answer.until ? answer : undefined;
  }

  set(target: string, answer: KeptAnswer): void {
    this.#answers.set(target, answer);
  }
}
