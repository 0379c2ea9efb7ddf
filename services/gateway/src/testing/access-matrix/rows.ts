import { commentRows } from "./comment-rows";
import { extensionRows } from "./extension-rows";
import type { MatrixFixture } from "./matrix-fixture";
import { optionRows } from "./option-rows";
import { participantRows } from "./participant-rows";
import { pollRows } from "./poll-rows";
import type { MatrixRow } from "./row";
import { voteRows } from "./vote-rows";

const order = ["GET", "POST", "PATCH", "DELETE"];
const turn = ({ endpoint }: MatrixRow): number =>
  order.indexOf(endpoint.slice(0, endpoint.indexOf(" ")));
const isPoll = ({ endpoint }: MatrixRow): number => Number(endpoint.endsWith(":poll_hash"));

/** All rows about a poll. No row removes an object that a later row needs. */
export const rows: readonly MatrixRow[] = [
  ...commentRows,
  ...voteRows,
  ...participantRows,
  ...optionRows,
  ...extensionRows,
  ...pollRows,
].toSorted((one, other) => turn(one) - turn(other) || isPoll(one) - isPoll(other));

/** The request line of a row. Comments are on the option of another owner. */
export const lineOfRow = (
  { endpoint }: Pick<MatrixRow, "endpoint">,
  { hash, options }: Pick<MatrixFixture, "hash" | "options">,
  id: string | undefined,
): string =>
  endpoint
    .replace(/:poll_(?:id|hash)/, hash)
    .replace(":option_id", options.others.publicId)
    .replace(":id", id ?? "");
