import { type CreateInvitation, hasCode, type Invitation, type NewInvitation } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { Field, TextArea } from "../parts/form/field";
import { bytesOf, textOf } from "../parts/form/read-text";
import { More, usePages } from "../parts/list/pages";
import { Copy } from "../parts/show/copy";
import { appliesTo } from "../types/setting-use";
import type { PollContext } from "./poll-context";
import { Reminder } from "./reminder";
import { refusedAddresses, writtenAddresses } from "./written-addresses";

/** Invitations by a list of addresses, or as codes to hand out. */
export function Invitations({ context }: { readonly context: PollContext }) {
  const { words, client, hash } = context;
  const { invitations: texts } = words;
  const pages = usePages<Invitation>({
    read: (page) => client.invitations.list.page({ poll_id: hash, page }),
    keyOf: ({ id }) => id,
    textOf: (error) => problemText(error, words),
  });
  const { problem, readFirst, reload } = pages;
  const inviting = useAttempts((error) => refusalText(error));
  /** The form that was sent last. */
  const by = useSignal<"list" | "codes">("list");
  const written = useRef<readonly string[]>([]);
  const made = useSignal<readonly NewInvitation[]>([]);
  const list = useRef<HTMLTextAreaElement>(null);

  useEffect(() => void reload(), []);

  /** Puts the addresses of a file into the list, where one sees them before they are invited. */
  async function readFile({ files }: HTMLInputElement): Promise<void> {
    const [file] = files ?? [];
    if (file === undefined || list.current === null) return;
    const found = addressesIn(textOf(await bytesOf(file)).text);
    by.value = "list";
    inviting.problem.value = found.length === 0 ? texts.noAddresses : undefined;
    if (found.length > 0) list.current.value = found.join("\n");
  }

  function refusalText(error: unknown): string {
    const refused = refusedAddresses(error, written.current);
    const sentence = hasCode(error, "already_invited") ? texts.alreadyInvited : texts.noAddress;
    return refused.length === 0 ? problemText(error, words) : `${sentence} ${refused.join(", ")}`;
  }

  const invite = (
    form: HTMLFormElement,
    invitations: CreateInvitation[],
    message: string | null = null,
  ): Promise<void> =>
    inviting.attempt(async () => {
      made.value = [];
      const body = { invitations, message };
      made.value = await client.invitations.create({ poll_id: hash, body });
      form.reset();
      await readFirst();
    });

  const shown = pages.list.value;
  const codes = made.value.filter(({ email }) => email === null);
  const outcome = (form: typeof by.value) => (
    <>
      {by.value === form && <Problem text={inviting.problem.value} />}
      <div role="status">
        {by.value === form && made.value.length > 0 && <p>{texts.sent(made.value.length)}</p>}
        {by.value === form && codes.length > 0 && (
          <Copy
            words={words}
            label={texts.made}
            text={codes.map(({ url }) => url).join("\n")}
            rows={Math.min(8, codes.length)}
          />
        )}
      </div>
    </>
  );
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{texts.title}</h2>
      <p>{texts.text}</p>
      <p class="fine">{texts.only}</p>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const data = new FormData(form);
          const jury = data.has("jury");
          by.value = "list";
          written.current = writtenAddresses(String(data.get("list")));
          void invite(
            form,
            written.current.map((email) => ({ email, jury })),
            String(data.get("message")),
          );
        }}
      >
        <label class="entry">
          {texts.list}
          <textarea ref={list} name="list" rows={4} required autocomplete="off" />
        </label>
        <Field
          label={texts.file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ currentTarget }) => void readFile(currentTarget)}
        />
        <TextArea
          label={texts.message}
          name="message"
          rows={2}
          maxLength={500}
          autocomplete="off"
        />
        {appliesTo("jury_mode", context.poll.value) && (
          <label class="check">
            <input name="jury" type="checkbox" /> {texts.jury}
          </label>
        )}
        <button type="submit" disabled={inviting.busy.value}>
          {texts.send}
        </button>
        {outcome("list")}
      </form>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          by.value = "codes";
          written.current = [];
          const number = Number(new FormData(form).get("number"));
          void invite(
            form,
            Array.from({ length: number }, () => ({})),
          );
        }}
      >
        <Field label={texts.codes} name="number" type="number" min={1} max={1_000} required />
        <button type="submit" class="quiet" disabled={inviting.busy.value}>
          {texts.makeCodes}
        </button>
        {outcome("codes")}
      </form>
      <Problem text={problem.value} />
      {shown?.items.some(({ email }) => email !== null) === true && <Reminder context={context} />}
      {shown?.total === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {shown?.items.map(({ id, email, jury, used, mail_state }) => {
          const name = email ?? texts.code;
          const facts = [
            used ? texts.used : texts.open,
            mail_state !== null && words.participants.mail[mail_state],
            jury && words.participants.jury,
          ].filter((fact) => typeof fact === "string");
          return (
            <li key={id}>
              <div>
                <h3>{name}</h3>
                <p class="fine">{facts.join(" · ")}</p>
              </div>
              {!used && (
                <Ask
                  words={words}
                  button={texts.withdrawLink}
                  label={texts.withdraw(name)}
                  title={texts.withdraw(name)}
                  text={words.confirm.title}
                  confirm={texts.withdrawLink}
                  act={async () => {
                    await client.invitations.withdraw({ poll_id: hash, id });
                    await reload();
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <More pages={pages} text={words.admin.more} />
    </section>
  );
}

/** The addresses of a table, in whichever column they are. */
const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[^\s<>"',;|]+@[^\s<>"',;|]+/g)),
];
