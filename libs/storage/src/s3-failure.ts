import { isStorageError, StorageError, type StorageFailure } from "./storage-error";

/** The facts about a failed request. Errors of the SDK have them in several places. */
interface RequestFailure {
  readonly name: string;
  readonly status: number | undefined;
  /** The region of the bucket, if the server says that the request was for another one. */
  readonly region: string | undefined;
}

/** The facts about an error of a request. */
export function describeFailure(error: unknown): RequestFailure {
  const name = property(error, "name");
  const status = property(property(error, "$metadata"), "httpStatusCode");
  const headers = property(property(error, "$response"), "headers");
  const region = property(headers, "x-amz-bucket-region") ?? property(error, "Region");
  const code = property(error, "code");
  return {
    name: [code, name].find((each) => typeof each === "string" && each !== "Error") ?? "no answer",
    status: typeof status === "number" ? status : undefined,
    region: typeof region === "string" ? region : undefined,
  } as RequestFailure;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Converts the error of a request to a `StorageError`. `notFound` is the meaning of a 404. */
export function s3Failure(
  what: string,
  error: unknown,
  notFound: StorageFailure = "unavailable",
): StorageError {
  if (isStorageError(error)) return error;
  const { name, status, region } = describeFailure(error);
  const kind = status === 404 ? notFound : status === 507 ? "full" : "unavailable";
  const reason = status === undefined ? name : `${name}, ${status}`;
  const wrongRegion = status !== undefined && status >= 300 && status < 500 && status !== 404;
  const advice =
    region !== undefined && wrongRegion ? `. The bucket is in the region ${region}` : "";
  return new StorageError(
    kind,
    `The storage server refused to ${what} (${reason})${advice}`,
    error,
  );
}

/** Converts errors to `StorageError`. `notFound`: what a 404 means, if not a missing bucket. */
export async function asS3Failure<Result>(
  what: string,
  run: () => Promise<Result>,
  notFound?: StorageFailure,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw s3Failure(what, error, notFound);
  }
}
