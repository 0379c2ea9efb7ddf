import type { Option } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import type { Visit } from "../session/visit";
import { submissionWords } from "../words/submission";
import { type PhotoFact, photoFacts } from "./photo-facts";

/** The details of a picture, which the visitor opens and closes. */
export function PhotoInfo({
  optionId,
  visit,
  open,
  onToggle,
}: {
  readonly optionId: string;
  readonly visit: Visit;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
}) {
  const { client, pollId, words } = visit;
  const option = useSignal<Option | undefined>(undefined);
  const { problem, attempt } = useAttempts(visit.explain);
  useEffect(() => {
    if (!open || option.value !== undefined) return;
    void attempt(async () => {
      await submissionWords.load(words.locale);
      option.value = await client().options.show({ poll_id: pollId, id: optionId });
    });
  }, [open]);
  const facts =
    option.value && photoFacts(option.value, submissionWords.words().photo, words.locale);
  return (
    <details
      class="info"
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>{words.gallery.details}</summary>
      {option.value?.description !== undefined && <p class="text">{option.value.description}</p>}
      {facts !== undefined && <Facts facts={facts} />}
      <p class="fine" role="status">
        {problem.value ?? (facts === undefined && open && words.poll.loading)}
        {facts?.length === 0 &&
          option.value?.description === undefined &&
          submissionWords.words().photo.none}
      </p>
    </details>
  );
}

const Facts = ({ facts }: { readonly facts: readonly PhotoFact[] }) => (
  <dl>
    {facts.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
