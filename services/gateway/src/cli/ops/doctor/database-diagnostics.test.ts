import {
  findingOfConnections,
  findingOfMigrations,
  findingOfServer,
  findingOfSettings,
} from "./database-diagnostics";

const server = {
  version: "17.2",
  versionNumber: 170_002,
  connections: 97,
  databaseLimit: null,
  roleLimit: null,
  durable: true,
};
const state = {
  applied: ["1_initial", "2_mail"],
  missing: [],
  failed: [],
  changed: [],
  unknown: [],
};

test.each([
  [server, "ok", "PostgreSQL 17.2"],
  [{ ...server, version: "14.9", versionNumber: 140_009 }, "failed", "PostgreSQL 14.9 is too old"],
  [{ ...server, durable: false }, "warning", "may lose votes in a crash"],
])("%j is %s: %s", (facts, expected, found) => {
  expect(findingOfServer(facts)).toMatchObject({
    state: expected,
    found: expect.stringContaining(found),
  });
});

test.each([
  [{}, "ok", "all 2 are applied"],
  [{ missing: ["3_more"] }, "failed", "not all of this release are applied: 3_more missing"],
  [{ failed: ["3_more"], missing: ["3_more"] }, "failed", "3_more failed"],
  [{ changed: ["2_mail"] }, "failed", "2_mail changed after it was applied"],
  [{ unknown: ["9_later"] }, "warning", "1 of a newer release"],
])("migrations %j are %s: %s", (difference, expected, found) => {
  expect(findingOfMigrations({ ...state, ...difference })).toMatchObject({
    state: expected,
    found: expect.stringContaining(found),
  });
});

test.each([
  [[], "ok", "as the service needs them"],
  [
    [{ name: "search_path", value: "other", wanted: "public" }],
    "failed",
    "search_path is other, not public",
  ],
])("settings %j are %s: %s", (unsuitable, expected, found) => {
  expect(findingOfSettings(unsuitable)).toMatchObject({ state: expected, found });
});

test.each([
  [87, "ok"],
  [88, "warning"],
  [97, "warning"],
  [98, "failed"],
])("%i of 97 connections is %s", (needed, expected) => {
  expect(findingOfConnections(needed, server).state).toBe(expected);
});

test.each([
  [{ databaseLimit: 40 }, "failed", "the processes may open 46 of 40 connections of the database"],
  [{ roleLimit: 50 }, "warning", "the processes may open 46 of 50 connections of the role"],
  [
    { databaseLimit: 60, roleLimit: 45 },
    "failed",
    "the processes may open 46 of 45 connections of the role",
  ],
  [{ databaseLimit: 300 }, "ok", "the processes may open 46 of 97 connections"],
  [{ roleLimit: 0 }, "failed", "the processes may open 46 of 0 connections of the role"],
])("46 connections with %j are %s", (limits, expected, found) => {
  expect(findingOfConnections(46, { ...server, ...limits })).toMatchObject({
    state: expected,
    found,
  });
});
