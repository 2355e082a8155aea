import type { Socket } from 'bun';
import { type Framing, type Reply, writeHead } from './Reply.ts';

/** An answer is put together here, so that it goes out in one piece. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);
const nothing = new Uint8Array();
const allSent: readonly Uint8Array[] = [];

/**
 * Writes an answer; gives back what could not be sent at once, for which a fleeting body is copied. Undefined where
 * nobody is there any more.
 */
export function writeAnswer(
  socket: Pick<Socket, 'write'>,
  reply: Reply,
  framing: Framing,
  body: Uint8Array = nothing,
): readonly Uint8Array[] | undefined {
  const { isFleeting = false } = reply;
  const headLength = writeHead(scratch, 0, reply, framing);
  const fitting = Math.min(body.length, scratch.length - headLength);
  const length = headLength + fitting;
  scratch.set(fitting === body.length ? body : body.subarray(0, fitting), headLength);
  const sent = socket.write(scratch, 0, length);
  if (sent < 0) return undefined;
  if (sent === length && fitting === body.length) return allSent;
  if (sent < headLength) {
    return [new Uint8Array(scratch.subarray(sent, headLength)), kept(body, 0, isFleeting)];
  }
  if (sent < length) return [kept(body, sent - headLength, isFleeting)];
  // The length is said, since without it the runtime takes that of the whole, from wherever it begins.
  const rest = socket.write(body, fitting, body.length - fitting);
  if (rest < 0) return undefined;
  const more = fitting + rest;
  return more === body.length ? allSent : [kept(body, more, isFleeting)];
}

function kept(body: Uint8Array, from: number, isFleeting: boolean): Uint8Array {
  const rest = body.subarray(from);
  return isFleeting ? new Uint8Array(rest) : rest;
}
