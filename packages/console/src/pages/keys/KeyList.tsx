/** To come. */
export default function KeyList() {
  return null;
}
