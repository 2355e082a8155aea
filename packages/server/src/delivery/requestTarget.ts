/** The path and the query of a request, as they were sent. */
export type RequestTarget = { readonly path: string; readonly query: string; readonly whole: string };

/** Takes the target out of a request's URL. */
export function requestTarget(url: string): RequestTarget {
  // Where the Host header is missing or broken the runtime gives the bare target.
  const sent = url.startsWith('/') ? url : url.slice(url.indexOf('/', url.indexOf('//') + 2));
  const hash = sent.indexOf('#');
  const whole = hash < 0 ? sent : sent.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { path: whole, query: '', whole };
  return { path: whole.slice(0, mark), query: whole.slice(mark + 1), whole };
}
