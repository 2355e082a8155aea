/** Letters and digits without lookalikes, which form no words: 32 of them, five bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Whether a text looks like an ID that was made here. */
export function isNewId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{12}$/.test(text);
}

/** A new ID: short, easy to read out, and unique. */
export function newId(random: (bytes: number) => Uint8Array): string {
  return Array.from(random(12), (byte) => alphabet[byte & 31]).join('');
}
