/** To come. */
export default function AuditLog() {
  return null;
}
