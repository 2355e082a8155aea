/** To come. */
export default function CategoryList() {
  return null;
}
