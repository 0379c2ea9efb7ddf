import { useEffect } from "preact/hooks";

const READ_EVERY_MS = 3_000;
/** After so many turns, only every tenth reads: what one waits for may come late, such as the press on a mailed link. */
const OFTEN = 200;
const SELDOM = 10;

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
    let turns = 0;
    const timer = setInterval(() => {
      if (++turns <= OFTEN || turns % SELDOM === 0) begin();
    }, READ_EVERY_MS);
    document.addEventListener("visibilitychange", begin);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", begin);
    };
  }, [id]);
}
