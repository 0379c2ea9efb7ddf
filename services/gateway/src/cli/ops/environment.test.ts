import { readOpsEnvironment } from "./environment";

const given = { DATABASE_URL: "postgresql://polls@db.example/polls" };
const services = (OPS_SERVICES?: string) => readOpsEnvironment({ ...given, OPS_SERVICES }).services;

test("without OPS_SERVICES the services are expected at their default ports on this machine", () => {
  expect(services().map(({ service, host, port }) => `${service} ${host} ${port}`)).toEqual([
    "gateway 127.0.0.1 9095",
    "media-worker 127.0.0.1 9091",
    "mail-worker 127.0.0.1 9092",
    "payment-worker 127.0.0.1 9093",
    "webhook-worker 127.0.0.1 9094",
  ]);
});

test("names, addresses and ports are read", () => {
  expect(services("gateway=[::1]:9400, mail-worker=mail-worker:9400")).toEqual([
    { service: "gateway", host: "::1", port: 9_400 },
    { service: "mail-worker", host: "mail-worker", port: 9_400 },
  ]);
});

test.each(["gateway", "gateway=host", "gateway=http://host:1", "gateway=[host]:1", "a=b:1,,c=d:2"])(
  "%s is refused, and the error names the variable",
  (text) => {
    expect(() => services(text)).toThrow("OPS_SERVICES must be addresses like");
  },
);

test("the queue is in Redis if REDIS_URL is set", () => {
  const REDIS_URL = "redis://queue.example:6379";
  expect(readOpsEnvironment(given).backend.kind).toBe("postgres");
  expect(readOpsEnvironment({ ...given, REDIS_URL }).backend).toEqual({
    kind: "redis",
    prefix: "polls",
    url: REDIS_URL,
  });
});

test("misspelled variables are told", () => {
  expect(readOpsEnvironment({ ...given, MAIL_FORM: "a@example.org" }).unknownVariables).toEqual([
    "MAIL_FORM",
  ]);
});
