import type { Option } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useRepeatedRead } from "../parts/page/repeated-read";
import type { Visit } from "../session/visit";
import { OwnThanks, ownThanksIn } from "../thanks/own-thanks";
import { wordsOf } from "./words-of";

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
  const texts = wordsOf(visit);
  const shown = useSignal(option);
  const { processing, processing_error, processing_progress, payment_url } = shown.value;

  useRepeatedRead(processing === true ? option.id : undefined, async (id) => {
    const now = await client().options.show({ poll_id: pollId, id });
    shown.value = now;
    if (now.processing !== true) onReady(now);
  });

  const { thank_you_page_submitter, thank_you_page_submitter_data, submission_fee_type } =
    data.poll.settings;
  const own = thank_you_page_submitter ? ownThanksIn(thank_you_page_submitter_data) : {};
  return (
    <div class="notice" role="status">
      <p>
        {own.title ?? texts.thanks} {data.poll.settings.require_approval && texts.unreviewed}
      </p>
      <OwnThanks own={own} visit={visit} />
      {payment_url !== undefined && (
        <div>
          {submission_fee_type === "submission_donation"
            ? words.donation(data.prices?.submission)
            : texts.fee}{" "}
          <p class="ways">
            <a class="button" href={payment_url}>
              {words.vote.payLink}
            </a>
          </p>
        </div>
      )}
      {processing === true && (
        <p class="row sending">
          {texts.processing}{" "}
          <progress aria-label={texts.processing} value={processing_progress} max={1} />
        </p>
      )}
      {processing_error !== undefined && <p class="problem">{words.errors.unusable_file}</p>}
    </div>
  );
}
