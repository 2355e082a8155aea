/** To come. */
export default function OperatorList() {
  return null;
}
