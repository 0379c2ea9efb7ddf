import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { pageWords } from "../../words";
import type { InLanguage } from "../../words/languages";
import { Retry } from "../feedback/retry";

interface WithWords {
  readonly words?: readonly Pick<InLanguage<unknown>, "load">[];
}
type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never;

/**
 * A component whose script is loaded when it is first shown, with the words that it exports.
 * @param look The class of the text that stands in its place until then.
 */
export function onDemand<Loaded extends object, Part extends keyof Loaded>(
  load: () => Promise<Loaded & WithWords>,
  part: Part,
  look = "fine",
): ComponentType<PropsOf<Loaded[Part]>> {
  type Props = PropsOf<Loaded[Part]>;
  return (props) => {
    const words = pageWords.words();
    const loaded = useSignal<{ readonly Component: ComponentType<Props> } | undefined>(undefined);
    const failed = useSignal(false);

    async function start(): Promise<void> {
      failed.value = false;
      try {
        const { [part]: Component, words: texts = [] } = await load();
        await Promise.all(texts.map((each) => each.load(words.locale)));
        loaded.value = { Component: Component as ComponentType<Props> };
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
