import { readSettings } from "./settings";

const project = { root: "/srv/polls", from: "dist" } as const;

test.each([
  [
    "defaults",
    {},
    {
      port: 3_000,
      baseUrl: "http://localhost:3000",
      dataDir: "/srv/polls/.data",
      host: "127.0.0.1",
      metricsPort: undefined,
    },
  ],
  ["an address for other machines", { HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
  ["a port", { PORT: "8080" }, { port: 8_080, baseUrl: "http://localhost:8080" }],
  [
    "a public address",
    { PORT: "8080", BASE_URL: "https://polls.example.com/" },
    { port: 8_080, baseUrl: "https://polls.example.com" },
  ],
  [
    "a directory relative to the project",
    { DATA_DIR: "elsewhere" },
    { dataDir: "/srv/polls/elsewhere" },
  ],
  [
    "an empty variable as a missing one",
    { PORT: "", DATA_DIR: " " },
    { port: 3_000, dataDir: "/srv/polls/.data" },
  ],
])("reads %s", (_case, env, expected) => {
  expect(readSettings(project, env)).toMatchObject(expected);
});

test("the ports of requests and of metrics must be different", () => {
  const equal = { PORT: "8080", METRICS_PORT: "8080" };
  expect(() => readSettings(project, equal)).toThrow("PORT and METRICS_PORT must be different");
  expect(() => readSettings(project, { METRICS_PORT: "3000" })).toThrow("must be different");
});

test("one message lists every wrong variable without its value", () => {
  const read = () =>
    readSettings(project, {
      PORT: "http",
      BASE_URL: "s3cret",
      DATABASE_URL: "mysql://s3cret",
      REDIS_URL: "s3cret",
    });
  expect(read).toThrow(/PORT .*\n.*BASE_URL .*\n.*DATABASE_URL .*\n.*REDIS_URL /);
  expect(read).not.toThrow(/s3cret/);
});
