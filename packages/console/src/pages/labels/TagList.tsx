/** To come. */
export default function TagList() {
  return null;
}
