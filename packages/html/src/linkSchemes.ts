/** The schemes of links that lead somewhere; any other, such as `javascript:`, may run something. */
export const linkSchemes: readonly string[] = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp'];
