/** Answers a request to the private listener; `address` is where the connection comes from. */
export type Answer = (request: Request, address: string) => Promise<Response>;
