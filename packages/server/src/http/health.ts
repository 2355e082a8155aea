/** The response of `/healthz` on every listener. */
export const alive = { status: 'ok' } as const;

/** Whether this node can take traffic, and if not, why: the response of `/readyz` on every listener. */
export type Readiness = {
  readonly status: 'ready' | 'starting' | 'stopping' | 'unavailable';
  /** Empty if it is ready. */
  readonly reasons: readonly string[];
};

/** It can. */
export const ready: Readiness = { status: 'ready', reasons: [] };

/** It ends, and takes no more traffic. */
export const stopping: Readiness = { status: 'stopping', reasons: ['the service is stopping'] };
