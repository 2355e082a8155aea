/** Answers a request to the private listener; `address` is the IP address of the client. */
export type ManagementHandler = (request: Request, address: string) => Promise<Response>;
