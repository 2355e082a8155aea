/** The ways an answer can be packed. */
export type Encoding = 'br' | 'gzip' | 'identity';

const known = new Map<string, Encoding>();
const mostKnown = 256;

/** Chooses how to pack an answer by the reader's `Accept-Encoding`; the few that browsers send are remembered. */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const kept = known.get(header);
  if (kept !== undefined) return kept;
  const chosen = choose(header);
  if (known.size < mostKnown) known.set(header, chosen);
  return chosen;
}

function choose(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const br = weightOf('br');
  const gzip = weightOf('gzip');
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}
