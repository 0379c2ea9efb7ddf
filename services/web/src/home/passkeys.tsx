import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { Field } from "../parts/form/field";
import { InPlace } from "../parts/form/in-place";
import { submitting } from "../parts/form/submitting";
import { useRead } from "../parts/list/use-read";
import { momentText } from "../parts/show/dates";
import type { PageContext } from "../session/page-context";
import { addPasskey, takesPasskeys } from "../session/passkey";
import { passkeyProblem } from "./passkey-problem";

export function Passkeys({ context: { words, client } }: { readonly context: PageContext }) {
  const { passkeys: texts } = words.account;
  const {
    known: passkeys,
    busy,
    problem,
    attempt,
    readAgain,
  } = useRead(passkeyProblem, () => client.account.passkeys.list());

  const add = (form: HTMLFormElement) =>
    attempt(async () => {
      await addPasskey(String(new FormData(form).get("name")));
      form.reset();
      await readAgain();
    });

  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{texts.title}</h2>
      <p>{texts.text}</p>
      <ul class="rows">
        {passkeys.value?.map(({ id, name, host, last_used_at }) => (
          <li key={id}>
            <div>
              <InPlace
                field="name"
                label={texts.rename(name)}
                value={name}
                maxLength={255}
                change={async (entered) => {
                  const body = { passkey: { name: entered } };
                  await client.account.passkeys.update({ id, body });
                  await readAgain();
                }}
              >
                <h3>{name}</h3>
              </InPlace>
              <p class="fine">
                {host !== location.hostname && `${texts.at(host)} · `}
                {last_used_at === null
                  ? texts.unused
                  : texts.used(momentText(last_used_at, words, "medium"))}
              </p>
            </div>
            <Ask
              button={words.actions.remove}
              title={texts.removeOne(name)}
              text={texts.removeText}
              act={async () => {
                await client.account.passkeys.delete({ id });
                await readAgain();
              }}
            />
          </li>
        ))}
      </ul>
      {takesPasskeys() ? (
        <form class="card" onSubmit={submitting(add)}>
          <Field label={texts.name} name="name" required maxLength={255} autocomplete="off" />
          <Problem text={problem.value} />
          <button type="submit" disabled={busy.value}>
            {texts.add}
          </button>
        </form>
      ) : (
        <p class="fine">{texts.unavailable}</p>
      )}
    </section>
  );
}
