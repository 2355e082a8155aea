/** To come. */
export default function PlaceList() {
  return null;
}
