import type { Participant } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Retry } from "../parts/feedback/retry";
import { submitting } from "../parts/form/submitting";
import { useRead } from "../parts/list/use-read";
import { Quiet } from "../parts/show/button";
import { QrCode } from "../parts/show/qr-code";
import { useCopy } from "../parts/show/use-copy";
import { acceptsVotes } from "../poll/status";
import type { Visit } from "../session/visit";
import { deviceWords } from "../words/device";

interface Props {
  readonly visit: Visit;
  readonly participant: Participant;
}

/** The personal link of the visitor's participant: copied, scanned, mailed, and made invalid. */
export function OwnLink({ visit, participant: { id, ...participant } }: Props) {
  const { client, data, pollId, words } = visit;
  const texts = deviceWords.words();
  const told = useSignal<string | undefined>(undefined);
  const { link } = client().participants;
  const own = { poll_id: pollId, id };
  const {
    known: url,
    busy,
    problem,
    attempt,
    load,
    readAgain,
  } = useRead(
    (error) => visit.explain(error, { ...words, errors: { ...words.errors, ...texts.errors } }),
    async () => (await link.create({ ...own, body: {} })).url,
  );

  const end = (): Promise<void> =>
    attempt(async () => {
      told.value = undefined;
      await link.revoke(own);
      await readAgain();
      told.value = texts.ended;
    });
  const send = (address: string): Promise<void> =>
    attempt(async () => {
      told.value = undefined;
      await link.create({ ...own, body: { optin_email: address } });
      told.value = texts.sent(address);
    });

  const { double_opt_in, disable_participant_sign_up } = data.poll.settings;
  const confirmed = participant.opt_in_confirmed === true ? participant.optin_email : undefined;
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.how(acceptsVotes(data) && !data.poll.settings.final_votes)}</p>
      {url.value === undefined ? (
        <Retry problem={problem.value} retry={load} />
      ) : (
        <>
          <Link url={url.value} />
          {double_opt_in
            ? confirmed !== undefined && (
                <div class="ways">
                  <Quiet disabled={busy.value} onClick={() => void send(confirmed)}>
                    {texts.mail}: {confirmed}
                  </Quiet>
                </div>
              )
            : !disable_participant_sign_up && <MailForm busy={busy.value} onSend={send} />}
          <p class="fine">{texts.ends}</p>
          <div class="ways">
            <Quiet disabled={busy.value} onClick={() => void end()}>
              {texts.end}
            </Quiet>
          </div>
          <p class={`state ${problem.value === undefined ? "saved" : "failed"}`} role="status">
            {problem.value ?? told.value}
          </p>
        </>
      )}
    </>
  );
}

function Link({ url }: { readonly url: string }) {
  const texts = deviceWords.words();
  const { field, copied, copy } = useCopy(url);
  return (
    <>
      <div class="entry">
        <label for="personal-link">{texts.link}</label>
        <div class="row">
          <input id="personal-link" ref={field} type="text" readOnly value={url} />
          <button type="button" onClick={() => void copy()}>
            {texts.copy}
          </button>
        </div>
        <span class="fine" role="status">
          {copied.value && texts.copied}
        </span>
      </div>
      <QrCode text={url} label={texts.qr} />
    </>
  );
}

function MailForm({
  busy,
  onSend,
}: {
  readonly busy: boolean;
  readonly onSend: (address: string) => Promise<void>;
}) {
  const texts = deviceWords.words();
  const address = useSignal("");
  return (
    <form class="entry" onSubmit={submitting(() => onSend(address.value))}>
      <label for="link-address">{texts.mail}</label>
      <div class="row">
        <input
          id="link-address"
          type="email"
          autocomplete="email"
          required
          aria-label={texts.address}
          placeholder={texts.address}
          value={address.value}
          onInput={({ currentTarget }) => (address.value = currentTarget.value)}
        />
        <button type="submit" class="quiet" disabled={busy}>
          {texts.send}
        </button>
      </div>
    </form>
  );
}
