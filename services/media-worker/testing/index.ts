// What tests outside of this service import of it.

export { loadConfig } from "../src/config";
