/** To come. */
export default function Account() {
  return null;
}
