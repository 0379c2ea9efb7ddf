import type { CreateInvitation, Invitation, NewInvitation } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Ask } from "../parts/ask";
import { Copy } from "../parts/copy";
import { linesIn } from "../parts/lines";
import { Problem, problemText } from "../parts/problem";
import type { PollDesk } from "./poll-desk";

/** Invitations by a list of addresses, or as codes to hand out. */
export function Invitations({ desk }: { readonly desk: PollDesk }) {
  const { words, client, hash } = desk;
  const { invitations: texts } = words;
  const known = useSignal<
    | { readonly items: readonly Invitation[]; readonly total: number; readonly page: number }
    | undefined
  >(undefined);
  const made = useSignal<readonly NewInvitation[]>([]);
  const problem = useSignal<string | undefined>(undefined);
  const list = useRef<HTMLTextAreaElement>(null);

  async function load(page: number): Promise<void> {
    try {
      const { items, total } = await client.invitations.list.page({ poll_id: hash, page });
      const before = page === 1 ? [] : (known.value?.items ?? []);
      known.value = { items: [...before, ...items], total, page };
    } catch (error) {
      problem.value = problemText(error, words);
    }
  }
  useEffect(() => void load(1), []);

  /** Puts the addresses of a file into the list, where one sees them before they are invited. */
  async function readFile({ files }: HTMLInputElement): Promise<void> {
    const [file] = files ?? [];
    if (file === undefined || list.current === null) return;
    const found = addressesIn(await file.text());
    problem.value = found.length === 0 ? texts.noAddresses : undefined;
    if (found.length > 0) list.current.value = found.join("\n");
  }

  async function invite(form: HTMLFormElement, invitations: CreateInvitation[]): Promise<void> {
    problem.value = undefined;
    try {
      made.value = await client.invitations.create({ poll_id: hash, body: { invitations } });
      form.reset();
      await load(1);
    } catch (error) {
      problem.value = problemText(error, words);
    }
  }

  const shown = known.value;
  const codes = made.value.filter(({ email }) => email === null);
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
          void invite(
            form,
            linesIn(data.get("list")).map((email) => ({ email, jury })),
          );
        }}
      >
        <label class="entry">
          {texts.list}
          <textarea ref={list} name="list" rows={4} required autocomplete="off" />
        </label>
        <label class="entry">
          {texts.file}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ currentTarget }) => void readFile(currentTarget)}
          />
        </label>
        <label class="check">
          <input name="jury" type="checkbox" /> {texts.jury}
        </label>
        <button type="submit">{texts.send}</button>
      </form>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const number = Number(new FormData(form).get("number"));
          void invite(
            form,
            Array.from({ length: number }, () => ({})),
          );
        }}
      >
        <label class="entry">
          {texts.codes}
          <input name="number" type="number" min={1} max={1_000} required />
        </label>
        <button type="submit" class="quiet">
          {texts.makeCodes}
        </button>
      </form>
      <Problem text={problem.value} />
      <div role="status">
        {made.value.length > 0 && <p>{texts.sent(made.value.length)}</p>}
        {codes.length > 0 && (
          <Copy
            words={words}
            label={texts.made}
            text={codes.map(({ url }) => url).join("\n")}
            rows={Math.min(8, codes.length)}
          />
        )}
      </div>
      {shown?.total === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {shown?.items.map(({ id, email, jury, used_at, mail_state }) => {
          const name = email ?? texts.code;
          const facts = [
            used_at === null ? texts.open : texts.used,
            mail_state !== null && words.participants.mail[mail_state],
            jury && words.participants.jury,
          ].filter((fact) => typeof fact === "string");
          return (
            <li key={id}>
              <div>
                <h3>{name}</h3>
                <p class="fine">{facts.join(" · ")}</p>
              </div>
              {used_at === null && (
                <Ask
                  words={words}
                  button={texts.withdrawLink}
                  label={texts.withdraw(name)}
                  title={texts.withdraw(name)}
                  text={words.confirm.title}
                  confirm={texts.withdrawLink}
                  act={async () => {
                    await client.invitations.withdraw({ poll_id: hash, id });
                    await load(1);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {shown !== undefined && shown.items.length < shown.total && (
        <button type="button" class="quiet" onClick={() => void load(shown.page + 1)}>
          {words.admin.more}
        </button>
      )}
    </section>
  );
}

/** The addresses of a table, in whichever column they are. */
const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[^\s<>"',;|]+@[^\s<>"',;|]+/g)),
];
