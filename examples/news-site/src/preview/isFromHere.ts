/** Whether a form was sent by a page of this site. Browsers say where a form comes from; who does not say is refused. */
export function isFromHere(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin') ?? '';
  if (!URL.canParse(origin)) return false;
  const host = request.headers.get('host');
  return origin === new URL(siteUrl).origin || new URL(origin).host === host;
}
