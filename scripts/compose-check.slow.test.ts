// Covers docs/reliability.md: containers

import { shareProject } from "./testing/check-project";

const { write, ...project } = shareProject();
const check = (file: string) => project.check("compose-check", file);

/** What every service of a compose file has. */
const contained = "image: x, init: true, mem_limit: 64m";

test.each([
  ["a file without services", "services: {}\n"],
  ["a service without init", "services: { a: { image: x, mem_limit: 64m } }\n"],
  ["a service without a memory limit", "services: { a: { image: x, init: true } }\n"],
  ["a port on all addresses", `services: { a: { ${contained}, ports: ['80:80'] } }\n`],
  ["a service from nowhere", "services: { a: { ports: ['1:1'] } }\n"],
  ["a dependency that is no service", "services: { a: { image: x, depends_on: [b] } }\n"],
  ["a volume that is not declared", "services: { a: { image: x, volumes: ['data:/data'] } }\n"],
  ["a file that is no YAML", "services: { a: [\n"],
])("%s does not pass", (_case, text) => {
  expect(check(write("docker-compose.yml", text))).not.toBe("");
});

test("existing names pass", () => {
  const text = `
services:
  a:
    image: x
    init: true
    mem_limit: 64m
    ports: ["127.0.0.1:81:81", "\${ADDRESS:-127.0.0.1}:80:80"]
    depends_on: { b: { condition: service_started } }
    volumes: ["data:/data", "./here:/there"]
  b: { image: "polls-b:latest", init: true, mem_limit: 64m }
volumes: { data: }
`;
  write("Dockerfile", "FROM scratch AS b\n");
  write("compose.build.yml", "services: { b: { build: { context: ., target: b } } }\n");
  expect(check(write("docker-compose.yml", text))).toBe("");
});

test("services run from images, which compose.build.yml builds", () => {
  const text = (service: string) =>
    write(
      "docker-compose.yml",
      `services: { b: { ${contained.replace("image: x, ", service)} } }\n`,
    );
  expect(check(text("image: x, build: ., "))).toContain(
    "b is built: move its build to compose.build.yml",
  );
  const own = text(`image: "\${REGISTRY:-}polls-b:1", `);
  expect(check(own)).toContain("compose.build.yml does not build b");
  write("compose.build.yml", "services: { b: { build: { context: ., target: c } } }\n");
  write("Dockerfile", "FROM scratch AS b\n");
  expect(check(own)).toContain("the Dockerfile has no target c");
});

test(".env.example sets five variables at most, which the stack reads", () => {
  const file = write("docker-compose.yml", `services: { a: { ${contained} } }\n# \${PORT:-3000}\n`);
  write(".env.example", "PORT=80\n");
  expect(check(file)).toBe("");
  write(".env.example", "PORT=80\nPROT=80\n");
  expect(check(file)).toContain(".env.example sets PROT");
  write(".env.example", "PORT=80\n".repeat(6));
  expect(check(file)).toContain("more than 5 lines");
});

test("a service gets the variables that its config reads", () => {
  const schema = "{\n    ...bVariables,\n    A_LIMIT: count(3),\n  }";
  write("services/a/src/config.ts", `const values = parseEnv(z.object(${schema}), env);\n`);
  write("libs/b/src/b.ts", "export const bVariables = {\n  B_LIMIT: count(3),\n};\n");
  const text = (environment: string) => `services: { a: { ${contained}, ${environment} } }\n`;
  expect(check(write("docker-compose.yml", text("")))).toContain("A_LIMIT");
  const without = text('environment: { "A_LIMIT": }');
  expect(check(write("docker-compose.yml", without))).toContain("B_LIMIT");
  const handed = text("environment: { A_LIMIT: 1, B_LIMIT: 1 }");
  expect(check(write("docker-compose.yml", handed))).toBe("");
});

test("a service gets no secret that it does not read", () => {
  write(
    "services/a/src/config.ts",
    "const values = parseEnv(z.object({\n    SMTP_URL: url,\n  }), env);\n",
  );
  const text = (names: string[]) =>
    `services: { a: { ${contained}, environment: { ${names.map((name) => `${name}: x, ${name}_FILE: `)} } } }\n`;
  expect(check(write("docker-compose.yml", text(["SMTP_URL"])))).toBe("");
  const both = write("docker-compose.yml", text(["SMTP_URL", "STRIPE_SECRET_KEY"]));
  expect(check(both)).toContain("a is handed STRIPE_SECRET_KEY, which it does not read");
});

test("a service with a secret can also read it from a file", () => {
  const text = (names: string) => `services: { a: { ${contained}, environment: { ${names} } } }\n`;
  const alone = check(write("docker-compose.yml", text('"SMTP_URL": x')));
  expect(alone).toContain("a is handed SMTP_URL and not SMTP_URL_FILE");
  const both = text('"SMTP_URL": x, "SMTP_URL_FILE": ');
  expect(check(write("docker-compose.yml", both))).toBe("");
});
