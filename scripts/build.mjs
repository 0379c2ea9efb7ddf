// `npm run build`: compiles all packages. Installs packages and generates the database client where necessary.
import { checkNode } from "./setup/check-node.mjs";

checkNode();
const { build, ensureInstalled } = await import("./setup/install.mjs");
ensureInstalled();
build();
