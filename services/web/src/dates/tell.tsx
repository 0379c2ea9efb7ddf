import { useSignal } from "@preact/signals";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { keep, readKept } from "../parts/form/draft";
import { submitting } from "../parts/form/submitting";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { Quiet } from "../parts/show/button";
import type { Visit } from "../session/visit";
import type { SignUpWords } from "../words/signup";

interface Props {
  readonly visit: Visit;
  readonly texts: SignUpWords;
}

/**
 * Takes the address of a participant who wants to be told of the date, once it is confirmed by mail
 * (docs/reference/opt-in.md#addresses-for-the-date).
 */
export function Tell({ visit, texts: { tell } }: Props) {
  const { client, data, explain, participant, pollId } = visit;
  const { status, settings } = data.poll;
  const key = `address in ${pollId}`;
  const asked = useSignal(readKept<string>(key));
  const { busy, problem, attempt } = useAttempts(explain);
  const other = useSignal(false);
  const { id, optin_email: address, opt_in_confirmed: isConfirmed } = participant.value ?? {};
  const isInvited = participant.value?.invited_by_mail === true;
  const waits = address === undefined && asked.value !== undefined;
  useRepeatedRead(waits ? id : undefined, async (own) => {
    const now = await client().participants.show({ poll_id: pollId, id: own });
    if (now.optin_email !== undefined) participant.value = now;
  });

  function ask(given: string | undefined): void {
    asked.value = given;
    keep(key, given);
  }
  const send = (own: string, form: HTMLFormElement): Promise<void> =>
    attempt(async () => {
      const optin_email = String(new FormData(form).get("address"));
      await client().participants.optIn.resend({ poll_id: pollId, id: own, body: { optin_email } });
      ask(optin_email);
    });

  if (id === undefined || isConfirmed === false || status !== "active") return null;
  const mayLeave = address === undefined && !settings.disable_participant_sign_up;
  if (address === undefined && !isInvited && !mayLeave) return null;
  const asks = mayLeave && !waits && (!isInvited || other.value);
  return (
    <div class="tell">
      <div role="status">
        {address !== undefined && <p class="fine">{tell.told(address)}</p>}
        {address === undefined && isInvited && !waits && <p class="fine">{tell.invited}</p>}
        {waits && <p class="notice">{tell.sent(asked.value ?? "")}</p>}
      </div>
      {waits && <Quiet onClick={() => ask(undefined)}>{tell.again}</Quiet>}
      {mayLeave && !waits && !asks && (
        <Quiet
          onClick={() => {
            other.value = true;
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>(".tell input")?.focus(),
            );
          }}
        >
          {tell.other}
        </Quiet>
      )}
      {asks && (
        <form class="card" onSubmit={submitting((form) => send(id, form))}>
          <label class="entry">
            {tell.label}
            <input name="address" type="email" required maxLength={255} autocomplete="email" />
            <small>{settings.anonymize_voter_names ? tell.anonymous : tell.purpose}</small>
          </label>
          <div class="ways">
            <button type="submit" class="quiet" disabled={busy.value}>
              {tell.send}
            </button>
          </div>
          <Problem text={problem.value} />
        </form>
      )}
    </div>
  );
}
