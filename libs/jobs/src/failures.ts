/** A run that no retry can help: the job ends as dead, visible to operators, and blocks no other job. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}

/** Another run of the same job has finished it; the effect of this one must be rolled back. */
export class AlreadyFinished extends Error {
  constructor() {
    super("another run has finished this job");
    this.name = "AlreadyFinished";
  }
}
