// Loaded into the gateway under test: collects garbage on SIGUSR2, before memory is read.
process.on("SIGUSR2", () => globalThis.gc());
