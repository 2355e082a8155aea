/** Whether this browser has passkeys at this address: they need https or localhost, and a name. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
