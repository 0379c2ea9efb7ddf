// What tests outside of this service import of it.

export { loadConfig } from "../src/config";
export { openMailer } from "../src/delivery/open-mailer";
