/** To come. */
export function Overview() {
  return null;
}
