import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { pageWords } from "../../words";
import { Retry } from "../feedback/retry";

/**
 * A component whose script is loaded when it is first shown.
 * @param look The class of the text that stands in its place until then.
 */
export function onDemand<Props>(
  load: (locale: string) => Promise<ComponentType<Props>>,
  look = "fine",
): ComponentType<Props> {
  return (props) => {
    const words = pageWords.words();
    const loaded = useSignal<{ readonly Component: ComponentType<Props> } | undefined>(undefined);
    const failed = useSignal(false);

    async function start(): Promise<void> {
      failed.value = false;
      try {
        loaded.value = { Component: await load(words.locale) };
      } catch {
        failed.value = true;
      }
    }
    useEffect(() => void start(), []);

    const Component = loaded.value?.Component;
    if (Component !== undefined) return <Component {...props} />;
    if (!failed.value) return <p class={look}>{words.poll.loading}</p>;
    return <Retry problem={words.offline} retry={start} />;
  };
}
