/** To come. */
export function SignIn() {
  return null;
}
