import { useEffect } from "preact/hooks";

/** What is open over the page, from the lowest to the highest. */
const open: (() => void)[] = [];
/** Steps back of the page itself, whose events are still to come. */
let own = 0;
addEventListener("popstate", () => (own > 0 ? own-- : open.at(-1)?.()));

/** Back closes what is open over the page, and does not leave the page. */
export function useBack(onLeave: () => void): void {
  useEffect(() => {
    let isBack = false;
    const leave = (): void => {
      isBack = true;
      onLeave();
    };
    history.pushState(history.state, "");
    open.push(leave);
    return () => {
      open.splice(open.indexOf(leave), 1);
      if (isBack) return;
      own++;
      history.back();
    };
  }, []);
}
