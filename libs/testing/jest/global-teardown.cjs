module.exports = async () => globalThis.stopTestServers?.();
