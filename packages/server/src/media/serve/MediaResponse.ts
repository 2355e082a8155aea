import type { ErrorCode } from '@newsstand/contract';
import type { HttpResponse } from '../../http/HttpResponse.ts';
import type { Header } from '../../http/parseHead.ts';

/** Why a media request fails. */
export type MediaProblem = { readonly code: ErrorCode; readonly detail: string; readonly headers?: string };

/** The response to a media request. */
export type MediaResponse = HttpResponse | MediaProblem;

/** Who asks. */
export type Asker = {
  readonly header: Header;
  /** The network that the request came from. */
  readonly network: string;
  /** Whether they wait no longer. */
  hasLeft(): boolean;
};

/** Handles a parsed request; it may be called for many requests with the same head. */
export type MediaHandler = (asker: Asker) => MediaResponse | Promise<MediaResponse>;

/** The problems that media requests end with. */
export const mediaProblems = {
  badSignature: {
    code: 'signature_invalid',
    detail:
      'The signature does not match this path. Use picture URLs exactly as they appear in media records.',
  },
  notFound: { code: 'not_found', detail: 'There is no such file.' },
  ownScript: {
    code: 'not_found',
    detail:
      'A script of a package runs only in pages of the package or of other origins. Show the package in an iframe.',
  },
  notAPicture: {
    code: 'media_undecodable',
    detail: 'This file is not a picture. Operations apply to pictures only.',
  },
  rangeOutside: { code: 'range_not_satisfiable', detail: 'The range is outside of the file.' },
  busy: {
    code: 'overloaded',
    detail: 'Too many pictures are being rendered. Retry after the time given in Retry-After.',
    headers: 'retry-after: 2\r\n',
  },
  unavailable: {
    code: 'media_unavailable',
    detail: 'The storage of this file is unreachable. Retry after the time given in Retry-After.',
    headers: 'retry-after: 5\r\n',
  },
} as const satisfies Record<string, MediaProblem>;
