import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

/** A form that is sent once at a time. */
export function CardForm({
  title,
  button,
  send,
  children,
}: {
  readonly title: string;
  readonly button: string;
  readonly send: (form: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}) {
  const busy = useSignal(false);

  async function submit(form: FormData): Promise<void> {
    busy.value = true;
    try {
      await send(form);
    } finally {
      busy.value = false;
    }
  }

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <h2>{title}</h2>
      {children}
      <button type="submit" disabled={busy.value}>
        {button}
      </button>
    </form>
  );
}
