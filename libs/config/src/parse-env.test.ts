import { z } from "zod";
import { count, flag, httpUrl, megabytes, port, postgresUrl, redisUrl, seconds } from "./fields";
import { InvalidEnvironment, parseEnv } from "./parse-env";

const problemsOf = (schema: z.ZodType, env: Record<string, string | undefined>) => {
  try {
    parseEnv(schema, env);
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.problems;
    throw error;
  }
  return [];
};

describe("parseEnv", () => {
  const schema = z.object({
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrl.optional(),
    PORT: port.default(3000),
    MODE: z.enum(["fast", "safe"]).default("safe"),
    SECRET: z.string().min(8),
    WORKERS: z.coerce.number().int().min(1).max(4).default(2),
  });
  const ordinary = { DATABASE_URL: "postgresql://db/polls", SECRET: "long enough" };

  test("an empty variable counts as missing", () => {
    const config = parseEnv(schema, { ...ordinary, REDIS_URL: "", PORT: " ", MODE: undefined });
    expect(config).toEqual({ ...ordinary, PORT: 3000, MODE: "safe", WORKERS: 2 });
  });

  test("a required variable that is empty is missing", () => {
    expect(problemsOf(schema, { ...ordinary, SECRET: "" })).toEqual(["SECRET is missing"]);
  });

  test("one message lists every invalid variable", () => {
    const problems = problemsOf(schema, {
      REDIS_URL: "http://redis",
      PORT: "70000",
      MODE: "reckless",
      SECRET: "short",
      WORKERS: "9",
    });
    expect(problems).toEqual([
      "DATABASE_URL is missing",
      expect.stringContaining("REDIS_URL must be an address like redis://host:6379"),
      "PORT must be at most 65535",
      "MODE must be one of fast, safe",
      "SECRET must have at least 8 characters",
      "WORKERS must be at most 4",
    ]);
  });

  test.each(["4471x", "3000 ms", "'3000'", "6k", "-1", "1e3"])(
    "a number that is written %s is named with its form",
    (text) => {
      const numbers = z.object({ PORT: port, BUDGET: count(1) });
      expect(problemsOf(numbers, { PORT: text, BUDGET: text })).toEqual([
        "PORT must be a number",
        "BUDGET must be a whole number",
      ]);
    },
  );

  test("the message contains no values, because they may be secrets", () => {
    const canary = "sk_live_canary";
    const wrong = {
      DATABASE_URL: canary,
      REDIS_URL: canary,
      PORT: canary,
      MODE: canary,
      SECRET: "canary",
      WORKERS: canary,
    };
    const message = new InvalidEnvironment(problemsOf(schema, wrong)).message;
    expect(message.split("\n")).toHaveLength(7);
    expect(message).not.toContain("canary");
  });

  test("variables that the schema does not contain are ignored", () => {
    expect(parseEnv(schema, { ...ordinary, HOME: "/root" })).not.toHaveProperty("HOME");
  });
});

describe("fields", () => {
  test.each([
    ["postgresUrl", postgresUrl, "postgres://user:word@host:5432/polls", true],
    ["postgresUrl", postgresUrl, "mysql://host/polls", false],
    ["postgresUrl", postgresUrl, "not an address", false],
    ["redisUrl", redisUrl, "rediss://host:6380", true],
    ["redisUrl", redisUrl, "localhost:6379", false],
    ["httpUrl", httpUrl, "https://polls.example.com/", true],
    ["httpUrl", httpUrl, "ftp://polls.example.com", false],
    ["port", port, "0", true],
    ["port", port, "65536", false],
    ["port", port, "-1", false],
    ["port", port, "0x10", false],
    ["port", port, "80.5", false],
    ["seconds", seconds, "0", false],
    ["megabytes", megabytes, "ten", false],
    ["flag", flag, "Yes", true],
    ["flag", flag, "perhaps", false],
    ["flag", flag, "constructor", false],
  ] as const)("%s %#: %p %p is taken: %p", (_name, field, text, taken) => {
    expect(field.safeParse(text).success).toBe(taken);
  });

  test.each([
    ["seconds become milliseconds", seconds, "1.5", 1_500],
    ["megabytes become bytes", megabytes, "0.5", 500_000],
    ["an address has no slash at its end", httpUrl, "https://a.example//", "https://a.example"],
    ["off is no", flag, "off", false],
    ["1 is yes", flag, "1", true],
  ] as const)("%s", (_name, field, text, value) => {
    expect(field.parse(text)).toBe(value);
  });
});
