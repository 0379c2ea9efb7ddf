import { optionTypes } from "@polls/domain/option-types";
import { fileProblems } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import { kindOfMedia } from "../../http/uploads/file-rule";
import { refuseAboveCap } from "../../http/uploads/store-uploads";
import type { Upload } from "../../http/uploads/uploads";

/**
 * Checks files against the option class and the poll before they are kept. Throws 413 above a hard
 * cap, otherwise 422 with all problems (docs/reference/media.md#checks-before-201).
 */
export function checkFiles(
  { settings }: Poll,
  optionType: string,
  uploads: readonly Upload[],
  deps: Pick<Deps, "config">,
): void {
  const { fileKinds, rendersFile } = optionTypes.get(optionType);
  const problems = uploads.flatMap((upload) => {
    const { byteSize, width, height } = upload;
    return fileProblems(
      { kind: kindOfMedia[upload.kind], byteSize, width, height },
      fileKinds,
      settings,
    );
  });
  if (problems.length > 0) {
    const key = uploads.length > 1 ? "option_attachments" : "attachment";
    throw new Invalid({ [key]: [...new Set(problems)] }, "unusable_file");
  }
  for (const upload of uploads) refuseAboveCap(upload, rendersFile ? upload.kind : "file", deps);
}
