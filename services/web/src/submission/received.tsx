import type { Option } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Visit } from "../session/visit";
import { OwnThanks, ownThanksIn } from "../thanks/own-thanks";

const LOOK_EVERY_MS = 2_000;
const LOOKS = 150;

/** The state of a submitted option: its approval, its fee, and its file. */
export function Received({
  option,
  visit,
  onReady,
}: {
  readonly option: Option;
  readonly visit: Visit;
  readonly onReady: (option: Option) => void;
}) {
  const { client, data, pollId, words } = visit;
  const shown = useSignal(option);
  const { processing, processing_error, processing_progress, payment_url } = shown.value;

  useEffect(() => {
    if (option.processing !== true) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks++;
      if (looks === LOOKS) clearInterval(timer);
      client()
        .options.show({ poll_id: pollId, id: option.id })
        .then((now) => {
          shown.value = now;
          if (now.processing === true) return;
          clearInterval(timer);
          onReady(now);
        })
        // The next request may succeed.
        .catch(() => undefined);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const { thank_you_page_submitter, thank_you_page_submitter_data, submission_fee_type } =
    data.poll.settings;
  const own = thank_you_page_submitter ? ownThanksIn(thank_you_page_submitter_data) : {};
  return (
    <div class="notice" role="status">
      <p>
        {own.title ?? words.submission.thanks}{" "}
        {data.poll.settings.require_approval && words.submission.unreviewed}
      </p>
      <OwnThanks own={own} />
      {payment_url !== undefined && (
        <p>
          {submission_fee_type === "submission_donation"
            ? words.fee.donation(data.prices?.submission)
            : words.submission.fee}{" "}
          <a href={payment_url}>{words.vote.payLink}</a>
        </p>
      )}
      {processing === true && (
        <p class="sending">
          {words.submission.processing}{" "}
          <progress aria-label={words.submission.processing} value={processing_progress} max={1} />
        </p>
      )}
      {processing_error !== undefined && <p class="problem">{words.errors.unusable_file}</p>}
    </div>
  );
}
