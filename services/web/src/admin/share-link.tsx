import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useCopy } from "../parts/show/copy";
import { QrCode, useQrSquares } from "../parts/show/qr-code";
import { takesFiles } from "../types/option-forms";
import { optionClassOf } from "../types/option-types";
import { thingOf } from "../types/things";
import type { PollDesk } from "./poll-desk";

const COPIED_MS = 4_000;

/** The link that participants get: copied, shown as a QR code or given to another program. Above it, the next step. */
export function ShareLink({ desk }: { readonly desk: PollDesk }) {
  const { words, poll } = desk;
  const { share } = words;
  const { public_url: url, title } = poll.value;
  const { field, copied, copy } = useCopy(url);
  const coded = useSignal(false);
  useEffect(() => {
    if (!copied.value) return;
    const timer = setTimeout(() => {
      copied.value = false;
    }, COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied.value]);

  return (
    <section class="share-link" aria-label={share.link}>
      <NextStep desk={desk} />
      <label for="share-link">{share.link}</label>
      <div class="row">
        <input id="share-link" ref={field} type="text" readOnly value={url} />
        <button
          type="button"
          aria-label={`${share.copy}: ${share.link}`}
          onClick={() => void copy()}
        >
          {copied.value ? share.copied : share.copy}
        </button>
        <button
          type="button"
          class="quiet"
          aria-expanded={coded.value}
          onClick={() => {
            coded.value = !coded.value;
          }}
        >
          {share.qr}
        </button>
        {typeof navigator.share === "function" && (
          <button
            type="button"
            class="quiet"
            onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
          >
            {share.system}
          </button>
        )}
      </div>
      <span class="unseen" role="status">
        {copied.value && share.copied}
      </span>
      {coded.value && <Code url={url} label={share.qrText(url)} />}
    </section>
  );
}

const Code = ({ url, label }: { readonly url: string; readonly label: string }) => (
  <QrCode squares={useQrSquares(url)} label={label} />
);

/** What to do until the poll has a participant: fill the poll, or send the link. */
function NextStep({ desk: { words, poll, account } }: { readonly desk: PollDesk }) {
  const { build } = words;
  const { options_count: options, voters_count: voters, status, settings } = poll.value;
  if (account === undefined || voters > 0 || status === "closed") return null;
  const type = optionClassOf(poll.value);
  const [, , none] = build.things[thingOf(type, { poll: poll.value })];
  const isEmpty = options === 0 && settings.allow_new_options !== true;
  return (
    <p class="next-step">
      <strong>{isEmpty ? none : build.ready}</strong>{" "}
      {isEmpty ? (
        <a href="#options">{takesFiles(type) ? build.uploadFirst : build.addFirst}</a>
      ) : (
        build.sendLink
      )}
    </p>
  );
}
