/** Ends a command with a message for the operator: exit code 1 where the work failed, 2 where it was asked wrongly. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}
