/** To come. */
export default function MediaDetails() {
  return null;
}
