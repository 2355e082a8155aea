/** Ends a command with a message: exit code 1 if the work failed, 2 for wrong usage. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}
