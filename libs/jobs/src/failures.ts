/**
 * Thrown when retries cannot succeed: the job ends as dead, stays visible to operators, and blocks
 * no other.
 */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}

/**
 * Thrown when another run of the same job has finished it: this run's effect must be rolled back.
 */
export class AlreadyFinished extends Error {
  constructor() {
    super("another run has finished this job");
    this.name = "AlreadyFinished";
  }
}
