/** A plugin of the compiler: a file that a function loads by `require` is loaded then, not at the start. */
export const loadedLater = {
  name: "loaded-later",
  resolveId: (id, _importer, { kind }) =>
    kind === "require-call" && id.startsWith(".") ? { id, external: true } : undefined,
};
