// `npm run test:mail`: a thousand opt-ins, while the mail worker is killed every second and every tenth connection
// drops after the content. `MAIL_CRASH_OPT_INS` sets the number; `npm test` does a short run.
process.env.MAIL_CRASH_OPT_INS ??= "1000";
process.argv.splice(2, 0, "tests/mail/crash");
await import("./test.mjs");
