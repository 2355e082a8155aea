/** To come. */
export default function Explorer() {
  return null;
}
