/** To come. */
export default function ItemEditor() {
  return null;
}
