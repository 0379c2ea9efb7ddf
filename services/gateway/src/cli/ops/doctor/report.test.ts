import { linesOf, type PartResult, reportOf } from "./report";

const clock = { check: "clock", state: "ok", found: "within a second of the database" } as const;
const gateway = { part: "gateway", ...clock };
const mail = { part: "mail-worker", ...clock };
const disk: PartResult = {
  part: "gateway",
  check: "storage",
  state: "warning",
  found: "1.0 GB are free",
  remedy: "make room",
};
const away: PartResult = {
  part: "media-worker",
  check: "process",
  state: "failed",
  found: "nothing listens at its address",
};

test("equal findings of several parts share one line", () => {
  expect(linesOf([gateway, disk, mail, mail])).toMatchObject([
    { check: "clock", parts: ["gateway", "mail-worker"] },
    { check: "storage", parts: ["gateway"] },
  ]);
});

test("the table has a line for each finding, and the remedies below", () => {
  expect(reportOf([gateway, disk, mail], false)).toEqual({
    code: 0,
    content: [
      "ok       gateway, mail-worker  clock    within a second of the database",
      "warning  gateway               storage  1.0 GB are free",
      "                                        → make room",
      "",
      "2 ok, 1 warning, 0 failed",
    ].join("\n"),
  });
});

test("a finding about all services does not name them", () => {
  const all = ["gateway", "mail-worker", "media-worker"].map((part) => ({ part, ...clock }));
  const server = {
    part: "database",
    check: "server",
    state: "ok",
    found: "PostgreSQL 17",
  } as const;
  const { content } = reportOf([server, ...all], false);
  expect(String(content).split("\n").slice(0, 2)).toEqual([
    "ok  database      server  PostgreSQL 17",
    "ok  all services  clock   within a second of the database",
  ]);
});

test("one failure makes the exit code 1, a warning does not", () => {
  expect(reportOf([gateway, disk], false).code).toBe(0);
  expect(reportOf([gateway, away], false).code).toBe(1);
  expect(reportOf([gateway, away], true)).toEqual({
    code: 1,
    content: { ok: 1, warning: 0, failed: 1, results: [gateway, away] },
  });
});
