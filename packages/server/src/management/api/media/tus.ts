import { ApiProblem } from '../ApiProblem.ts';

/** The version of the protocol for resumable uploads that is spoken here, https://tus.io. */
const version = '1.0.0';

/** Every answer says which version it is of. */
export const tusHeaders = { 'tus-resumable': version } as const;

/** What the bytes of an upload are sent as. */
export const pieceType = 'application/offset+octet-stream';

/** Answers a request of the protocol, and only of this version of it. */
export async function answerTus(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    if (request.headers.get('tus-resumable') !== version) {
      const headers = { 'tus-version': version };
      throw new ApiProblem('upload_protocol', `send Tus-Resumable: ${version}`, { headers });
    }
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const headers = { ...tusHeaders, ...error.more.headers };
    throw new ApiProblem(error.code, error.message, { ...error.more, headers });
  }
}

/** Reads a header that is a number of bytes. */
export function readBytes(request: Request, name: string): number {
  const text = request.headers.get(name) ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiProblem('invalid_parameters', `${name} must be given, a whole number of bytes`);
}

/** Whether a request brings bytes of an upload. */
export function bringsPiece(request: Request): boolean {
  return request.headers.get('content-type') === pieceType;
}
