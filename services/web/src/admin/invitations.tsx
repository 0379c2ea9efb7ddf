import type { CreateInvitation, Invitation, NewInvitation } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/ask";
import { Copy } from "../parts/copy";
import { linesIn } from "../parts/lines";
import { Problem, problemText } from "../parts/problem";
import type { PollDesk } from "./poll-desk";

/** Invitations by a list of addresses, or as codes to pass on. */
export function Invitations({ desk }: { readonly desk: PollDesk }) {
  const { words, client, hash } = desk;
  const { invitations: texts } = words;
  const list = useSignal<
    | { readonly items: readonly Invitation[]; readonly total: number; readonly page: number }
    | undefined
  >(undefined);
  const made = useSignal<readonly NewInvitation[]>([]);
  const problem = useSignal<string | undefined>(undefined);

  async function load(page: number): Promise<void> {
    try {
      const { items, total } = await client.invitations.list.page({ poll_id: hash, page });
      const before = page === 1 ? [] : (list.value?.items ?? []);
      list.value = { items: [...before, ...items], total, page };
    } catch (error) {
      problem.value = problemText(error, words);
    }
  }
  useEffect(() => void load(1), []);

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

  const known = list.value;
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
          <textarea name="list" rows={4} required autocomplete="off" />
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
      {known?.total === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {known?.items.map(({ id, email, jury, used_at, mail_state }) => {
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
      {known !== undefined && known.items.length < known.total && (
        <button type="button" class="quiet" onClick={() => void load(known.page + 1)}>
          {words.admin.more}
        </button>
      )}
    </section>
  );
}
