import { useEffect, useRef } from "preact/hooks";

/** Hears an event of the window while its part is shown, each time with the latest function. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  hear: (event: WindowEventMap[Name]) => void,
  isHeard = true,
): void {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    if (!isHeard) return undefined;
    const listener = (event: WindowEventMap[Name]): void => latest.current(event);
    addEventListener(name, listener);
    return () => removeEventListener(name, listener);
  }, [isHeard]);
}
