/** A problem that the user can fix. Its message is shown without a stack trace. */
export class UserError extends Error {
  override readonly name = "UserError";
}
