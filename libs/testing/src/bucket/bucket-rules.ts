import { createHash } from "node:crypto";
import {
  type BucketAnswer,
  type BucketOperation,
  type BucketRule,
  bucketError,
} from "./fake-bucket";

/** A rule for some operations. Other requests get the usual answer. */
const onlyFor =
  (operations: readonly BucketOperation[], rule: BucketRule): BucketRule =>
  (request, serve) =>
    operations.includes(request.operation) ? rule(request, serve) : serve();

/** A rule for the first requests. Later ones get the usual answer. */
export function firstTimes(times: number, rule: BucketRule): BucketRule {
  let left = times;
  return (request, serve) => {
    if (left <= 0) return serve();
    left -= 1;
    return rule(request, serve);
  };
}

/** Refuses one operation with a status and a code. */
export const refuses = (
  operation: BucketOperation,
  status: number,
  code: string,
  more?: string,
): BucketRule => onlyFor([operation], () => bucketError(status, code, more));

/** Changes how the bodies of objects are sent. */
export const sendsBodies = (
  how: (body: Buffer) => Partial<Omit<BucketAnswer, "status">>,
): BucketRule =>
  onlyFor(["GetObject"], (_request, serve) => {
    const answer = serve();
    return answer.status < 300 ? { ...answer, ...how(Buffer.from(answer.body ?? "")) } : answer;
  });

/** Refuses requests with a body without a correct MD5, as older servers and locked buckets do. */
export const demandsDigests: BucketRule = ({ method, headers, body }, serve) => {
  if (!["PUT", "POST"].includes(method)) return serve();
  const digest = createHash("md5").update(body).digest("base64");
  if (headers["content-md5"] === undefined) return bucketError(400, "MissingContentMD5");
  return headers["content-md5"] === digest ? serve() : bucketError(400, "BadDigest");
};

/** Answers the deletion of a missing object with 404, as some servers do. */
export const missingIsAnError: BucketRule = (request, serve) => {
  const { operation } = request;
  if (operation === "DeleteObject") {
    serve();
    return bucketError(404, "NoSuchKey");
  }
  if (operation !== "DeleteObjects") return serve();
  serve();
  const keys = [...request.body.toString("utf8").matchAll(/<Key>([^<]*)<\/Key>/g)];
  const errors = keys.map(([, key]) => `<Error><Key>${key}</Key><Code>NoSuchKey</Code></Error>`);
  return { status: 200, body: `<DeleteResult>${errors.join("")}</DeleteResult>` };
};

/** Sends the whole object where a part was requested. */
export const ignoresRanges: BucketRule = (request, serve) => {
  if (request.operation !== "GetObject") return serve();
  delete request.headers.range;
  return serve();
};

/** Does what an operation requests, and loses its first answers. */
export const losesAnswers = (operation: BucketOperation, times: number): BucketRule =>
  onlyFor(
    [operation],
    firstTimes(times, (_request, serve) => {
      serve();
      return { status: 500, lost: true };
    }),
  );

/** Refuses a part above this number, as some providers do. */
export const limitsParts = (most: number): BucketRule =>
  onlyFor(["UploadPart"], ({ query }, serve) =>
    Number(query.get("partNumber")) > most ? bucketError(400, "InvalidArgument") : serve(),
  );
