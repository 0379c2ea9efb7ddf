/**
 * Thrown when retries cannot succeed. The job ends as dead. It stays visible to operators and does
 * not block other jobs.
 */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}

/**
 * Thrown when another run of the same job has finished it. The effect of this run must be rolled
 * back.
 */
export class AlreadyFinished extends Error {
  constructor() {
    super("another run has finished this job");
    this.name = "AlreadyFinished";
  }
}
