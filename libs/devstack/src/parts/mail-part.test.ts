import type { StackSettings } from "../settings";
import { mailPart } from "./index";

const settings = { baseUrl: "http://localhost:3000" } as StackSettings;

test("in production there is no inbox", async () => {
  await expect(mailPart.start({ settings, env: { NODE_ENV: "production" } })).rejects.toThrow(
    /SMTP_URL/,
  );
});

test("services get the addresses for sending and reading mails, unless a mail server is configured", async () => {
  const started = await mailPart.start({ settings, env: {} });
  try {
    expect(started.env?.SMTP_URL).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
    expect(started.env?.DEV_MAIL_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(started.says).toContain("http://localhost:3000/dev/mail");
    expect(mailPart.unless).toEqual(["SMTP_URL", "SMTP_HOST"]);
  } finally {
    await started.stop?.();
  }
});
