// Loaded into the gateway under test: collects its garbage when asked, so that what is left can be told from it.
process.on("SIGUSR2", () => globalThis.gc());
