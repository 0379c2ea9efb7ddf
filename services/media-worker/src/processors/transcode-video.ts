import type { Handler } from "@polls/jobs";
import type { MediaDeps } from "../deps";
import { makeDerivatives } from "./make-derivatives";

/** Makes the derivatives of a film. Each run may take long, so its decoder dies twice at most. */
export const transcodeVideo: Handler<{ attachmentId: string }, MediaDeps> = (
  { attachmentId },
  deps,
  run,
) => makeDerivatives(deps, BigInt(attachmentId), run, { decoderRuns: 2 });
