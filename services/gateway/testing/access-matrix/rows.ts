import { extensionRows } from "./extension-rows";
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
  ...voteRows,
  ...participantRows,
  ...optionRows,
  ...extensionRows,
  ...pollRows,
].toSorted((one, other) => turn(one) - turn(other) || isPoll(one) - isPoll(other));
