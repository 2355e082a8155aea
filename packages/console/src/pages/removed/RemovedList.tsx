/** To come. */
export default function RemovedList() {
  return null;
}
