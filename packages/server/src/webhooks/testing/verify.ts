/** Verifies a call as the Standard Webhooks specification says, written without a look at the code that signs. */
export async function verify(secret: string, headers: Headers, text: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (each) => each.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${text}`;
  for (const part of (headers.get('webhook-signature') ?? '').split(' ')) {
    const [version, signature = ''] = part.split(',');
    const given = Uint8Array.from(atob(signature), (each) => each.charCodeAt(0));
    if (
      version === 'v1' &&
      (await crypto.subtle.verify('HMAC', key, given, new TextEncoder().encode(signed)))
    )
      return true;
  }
  return false;
}
