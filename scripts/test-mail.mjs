// `npm run test:mail`: a thousand opt-ins while the mail worker is killed each second and every tenth mail is cut
// off after its content. `MAIL_CRASH_OPT_INS` says how many; `npm test` does a short one.
process.env.MAIL_CRASH_OPT_INS ??= "1000";
process.argv.splice(2, 0, "tests/mail/crash");
await import("./test.mjs");
