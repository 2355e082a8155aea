const gate = /<!--\s{0,9}kg-gated-block:begin\s/;
const end = /<!--\s{0,9}kg-gated-block:end\s{0,9}-->/;

/** HTML of Ghost as seen by non-members; `skipped` is called for each part that is for members only. */
export function ungated(html: string, skipped: () => void): string {
  const [before = '', ...gated] = html.split(gate);
  return before + gated.map((part) => withoutGate(part, skipped)).join('');
}

/** A part begins behind the name of its gate. Without an end, all of it is behind the gate. */
function withoutGate(part: string, skipped: () => void): string {
  const [inside = '', ...outside] = part.split(end);
  const opened = inside.indexOf('-->');
  const isForAll = opened !== -1 && /\bnonMember:\s?true\b/.test(inside.slice(0, opened));
  if (!isForAll) skipped();
  return (isForAll ? inside.slice(opened + 3) : '') + outside.join('');
}
