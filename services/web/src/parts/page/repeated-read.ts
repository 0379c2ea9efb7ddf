import { useEffect } from "preact/hooks";

const READ_EVERY_MS = 3_000;
/** Later reads happen only when the visitor comes back to the page. */
const READS_MAX = 200;

/** Reads an object periodically while the page is visible, until its id is undefined. */
export function useRepeatedRead(id: string | undefined, read: (id: string) => Promise<void>): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    let isReading = false;
    const tryToRead = async (): Promise<void> => {
      if (document.hidden || isReading) return;
      isReading = true;
      // The next read may succeed.
      await read(id).catch(() => undefined);
      isReading = false;
    };
    const begin = (): void => void tryToRead();
    let reads = 0;
    const timer = setInterval(() => {
      if (++reads === READS_MAX) clearInterval(timer);
      begin();
    }, READ_EVERY_MS);
    document.addEventListener("visibilitychange", begin);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", begin);
    };
  }, [id]);
}
