/** To come. */
export default function ItemList() {
  return null;
}
