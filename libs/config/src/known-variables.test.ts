import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { knownVariables, secretVariables, unknownVariables } from "./known-variables";

const root = path.resolve(__dirname, "../../..");

/** Source files whose fields are variables. */
const sources =
  /^(services\/[\w-]+\/src\/config|services\/gateway\/src\/cli\/\w+\/environment|libs\/config\/src\/[\w-]+|(libs|services)\/[\w-]+\/src\/[\w-]+-environment|libs\/devstack\/src\/settings)\.ts$/;
/** Variables that other programs also read. */
const shared = [
  "DEV_MAIL_URL",
  "EXIT_WITH_PARENT",
  "FFMPEG_PATH",
  "HOST",
  "HTTPS_PROXY",
  "NODE_ENV",
  "NO_PROXY",
  "PATH",
  "PORT",
];

test("the list contains exactly the variables that are read", () => {
  const read = new Set(
    ["libs", "services"]
      .flatMap((folder) =>
        readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/src`),
      )
      .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true }).map(
          (file) => `${folder}/${file}`,
        ),
      )
      .filter((file) => sources.test(file))
      .flatMap((file) => [
        ...readFileSync(path.join(root, file), "utf8").matchAll(/^ {2,}([A-Z][A-Z\d_]+): /gm),
      ])
      .map(([, name = ""]) => name),
  );
  for (const name of read) {
    // The address of a backup has its bucket and folder.
    if (name.startsWith("S3_") && !["S3_BUCKET", "S3_PREFIX"].includes(name))
      read.add(`BACKUP_${name}`);
  }
  expect([...knownVariables, ...shared].sort()).toEqual([...read].sort());
});

test("all secret variables are in the list, with their file variants", () => {
  expect(knownVariables).toEqual(expect.arrayContaining([...secretVariables]));
  expect(unknownVariables({ APP_SECRET: "", APP_SECRET_FILE: "", SMTP_URL_FILE: "" })).toEqual([]);
});

test.each([
  ["RATE_LIMIT_REQUEST", true],
  ["MAIL_FORM", true],
  ["PORT_FILE", false],
  ["WEBHOOK_TIMEOUT", true],
  ["BACKUP_S3_PREFIX", true],
  ["SMTP_REQUIRE_TLS_FILE", true],
  ["REDIS_SERVICE_HOST", false],
  ["REDIS_PORT_6379_TCP_ADDR", false],
  ["NODE_OPTIONS", false],
  ["HOSTNAME", false],
  ["_", false],
])("whether %s is reported as unknown: %p", (name, isTold) => {
  expect(unknownVariables({ [name]: "x" })).toEqual(isTold ? [name] : []);
});
