/** To come. */
export default function MediaGallery() {
  return null;
}
