import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderTools } from "../../testing/render-tools";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { runFfmpeg } from "./run-ffmpeg";

const { signal } = new AbortController();

/** Runs a program that ends with a code, as ffmpeg. */
async function endWith(code: number) {
  const directory = await temporaryDirectory();
  const ffmpeg = join(directory, "ffmpeg");
  await writeFile(ffmpeg, `#!/bin/sh\necho "the reason" >&2\nexit ${code}\n`);
  await chmod(ffmpeg, 0o755);
  const tools = { ...(await renderTools()), programs: { ffmpeg } };
  const limits = tools.pictureLimits;
  return runFfmpeg(tools, { directory, signal }, { args: [], limits });
}

test.each([1, 69, 183, 234])("an ffmpeg that ends with %d refuses the file", async (code) => {
  expect(await endWith(code)).toEqual({ ok: false, complaint: "the reason" });
});

test("an ffmpeg that ends with 255 got a signal, and did not judge the file", async () => {
  await expect(endWith(255)).rejects.toMatchObject({ name: "DecoderDied" });
});

test.each([126, 127])("an ffmpeg that ends with %d was not executed at all", async (code) => {
  await expect(endWith(code)).rejects.toThrow(
    expect.objectContaining({ name: "Error", message: `ffmpeg cannot be executed: code ${code}` }),
  );
});
