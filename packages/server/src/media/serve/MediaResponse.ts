import type { ErrorCode } from '@newsstand/contract';
import type { HttpResponse } from '../../http/HttpResponse.ts';

/** Why something of the media is not sent. */
export type MediaProblem = { readonly code: ErrorCode; readonly detail: string; readonly headers?: string };

/** What becomes of a request for media. */
export type MediaResponse = HttpResponse | MediaProblem;

/** Answers a request; the same head is asked again and again. */
export type MediaHandler = () => MediaResponse | Promise<MediaResponse>;

/** What media requests are refused with. */
export const mediaProblems = {
  badSignature: {
    code: 'signature_invalid',
    detail:
      'The signature is not the one of this path. Take picture URLs from the media records as they are.',
  },
  notFound: { code: 'not_found', detail: 'There is no such file.' },
  ownScript: {
    code: 'not_found',
    detail:
      'A script of a package runs in the pages of the package, or of other origins, only. Show the package in an iframe.',
  },
  notAPicture: {
    code: 'media_undecodable',
    detail: 'This file is not a picture; operations are for pictures only.',
  },
  rangeOutside: { code: 'range_not_satisfiable', detail: 'The range lies outside of the file.' },
  busy: {
    code: 'overloaded',
    detail: 'Too many pictures are being made now; Retry-After says when to ask again.',
    headers: 'retry-after: 2\r\n',
  },
  unavailable: {
    code: 'media_unavailable',
    detail: 'The file can not be had now, though it may be there; Retry-After says when to ask again.',
    headers: 'retry-after: 5\r\n',
  },
} as const satisfies Record<string, MediaProblem>;
