import { requireKey, requirePrefix } from "./keys";
import type { Storage, StoredFile } from "./storage";

/** The part of a storage below a prefix (`…/` or empty), where its keys begin. */
export function withinPrefix(storage: Storage, prefix: string): Storage {
  requirePrefix(prefix);
  const full = (key: string) => `${prefix}${requireKey(key)}`;
  const own = (file: StoredFile): StoredFile => ({ ...file, key: file.key.slice(prefix.length) });
  const signedUrlOf =
    (sign: NonNullable<Storage["signedUrl"]>): NonNullable<Storage["signedUrl"]> =>
    async (key, options) =>
      sign(full(key), options);
  return {
    put: async (key, content, options) => storage.put(full(key), content, options),
    open: async (key, range) => storage.open(full(key), range),
    async stat(key) {
      const found = await storage.stat(full(key));
      return found === undefined ? undefined : own(found);
    },
    remove: async (key) => storage.remove(full(key)),
    removePrefix: (below) => storage.removePrefix(`${prefix}${requirePrefix(below)}`),
    async *list(below, onForeign) {
      const files = storage.list(`${prefix}${requirePrefix(below)}`, (name) =>
        onForeign?.(name.slice(prefix.length)),
      );
      for await (const file of files) yield own(file);
    },
    removeUnfinished: (below, before) =>
      storage.removeUnfinished(`${prefix}${requirePrefix(below)}`, before),
    ...(storage.signedUrl === undefined ? {} : { signedUrl: signedUrlOf(storage.signedUrl) }),
    ...(storage.signedOrigin === undefined ? {} : { signedOrigin: storage.signedOrigin }),
    check: () => storage.check(),
    close: () => storage.close(),
  };
}
