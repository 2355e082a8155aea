import { credentialHeaders, type ErrorCode, errors, type ParameterFault, problem } from '@newsstand/contract';
import { notKept } from './cacheControl.ts';

/** An answer before it goes out. */
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
};

/** What an error says besides its code. */
export type Refusal = {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults?: readonly ParameterFault[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** All that an answer depends on besides its URL. */
export const varies = ['accept-encoding', credentialHeaders.key, credentialHeaders.secret, 'origin'].join(
  ', ',
);

/** An error as an answer: problem details that nobody keeps. */
export function refusalReply({ code, detail, faults, headers }: Refusal, requestId: string): Reply {
  return {
    status: errors[code].status,
    headers: new Headers({
      'content-type': 'application/problem+json',
      'cache-control': notKept,
      vary: varies,
      ...headers,
    }),
    body: JSON.stringify(problem(code, detail, requestId, faults)),
  };
}

/** The last resort, for a fault outside of everything that could name it better. */
export function failedResponse(): Response {
  const { status, headers, body } = refusalReply(
    { code: 'server_error', detail: 'Something went wrong here.' },
    crypto.randomUUID(),
  );
  return new Response(body, { status, headers });
}
