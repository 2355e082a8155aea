/** What a typed address means as a link. */
export type Address =
  | { readonly href: string }
  /** Why it cannot be one: it would run a script, or it is not an address. */
  | { readonly fault: 'unsafe' | 'noAddress' };

const schemes = /^(https?|mailto|tel):/i;

/** Completes what was typed: `example.com/story` gets a scheme, and an e-mail address `mailto:`. */
export function completeAddress(typed: string): Address {
  // Browsers ignore control characters within an address, and so can be told one scheme for another.
  const text = withoutControls(typed).trim();
  if (text === '' || /\s/.test(text)) return { fault: 'noAddress' };
  if (/^(\/|#|\?|\.\.?\/)/.test(text)) return { href: text.startsWith('//') ? `https:${text}` : text };
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return { href: `mailto:${text}` };
  if (schemes.test(text)) return isWhole(text) ? { href: text } : { fault: 'noAddress' };
  const isHost =
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u.test(text) || /^localhost([:/]|$)/.test(text);
  if (isHost) return URL.canParse(`https://${text}`) ? { href: `https://${text}` } : { fault: 'noAddress' };
  return { fault: /^[a-z][a-z\d+.-]*:/i.test(text) ? 'unsafe' : 'noAddress' };
}

function isWhole(address: string): boolean {
  return URL.canParse(address) && /^(https?:\/\/[^/?#]|(mailto|tel):.)/i.test(address);
}

/** Whether following a stored link is harmless. */
export function isSafeHref(href: string): boolean {
  const text = withoutControls(href).trim();
  return !/^[a-z][a-z\d+.-]*:/i.test(text) || schemes.test(text);
}

function withoutControls(text: string): string {
  return text.replace(/[\0-\x1f\x7f]/g, '');
}
