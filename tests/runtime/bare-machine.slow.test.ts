import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { describeWhere } from "@polls/testing";

const root = path.resolve(__dirname, "../..");

/** Files of the machine that every service must do without: time zones, fonts, certificates. */
const hidden = ["/usr/share/zoneinfo", "/usr/share/fonts", "/etc/fonts", "/etc/ssl"];
const hide = hidden.map((name) => `[ ! -d ${name} ] || mount -t tmpfs none ${name}`).join("; ");
const apart = (program: string, ...args: readonly string[]) =>
  spawnSync(
    "unshare",
    ["--mount", "sh", "-c", `{ ${hide}; } && exec "$@"`, "sh", program, ...args],
    {
      cwd: root,
      encoding: "utf8",
    },
  );

describeWhere(apart("true").status === 0, "only root can hide files of the machine")(
  "without time zones, fonts and certificates of the machine",
  () => {
    test("times are in the zone of the poll, a poll is voted on, and pictures become derivatives", () => {
      const jest = ["node_modules/jest/bin/jest.js", "--ci", "--silent"];
      const { status, stderr } = apart(
        process.execPath,
        ...jest,
        "libs/domain/src/time",
        "tests/journeys/polling",
        "services/media-worker/src/image/render-image",
        "services/media-worker/src/processors/draw-link-picture",
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("passed") });
    });

    test("certificates of the internet are known", () => {
      const count = "process.stdout.write(String(require('node:tls').rootCertificates.length))";
      expect(Number(apart(process.execPath, "-e", count).stdout)).toBeGreaterThan(100);
    });
  },
);
