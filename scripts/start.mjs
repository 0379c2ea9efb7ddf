// `npm start`: installs and builds what is missing, then runs everything on this machine.
import { createRequire } from "node:module";
import { checkNode } from "./setup/check-node.mjs";

checkNode();
const { build, ensureInstalled } = await import("./setup/install.mjs");
ensureInstalled();
build();
// In this process, so that a signal reaches the process that must end the others.
createRequire(import.meta.url)("../libs/devstack/dist/cli.js");
