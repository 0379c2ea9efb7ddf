import { Merge as MergeSign } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { Quiet } from "../parts/show/button";
import { Tool, useOpenPart } from "../parts/show/tool";
import { ownPath } from "../session/own-path";
import { isQuestion, takesFiles } from "../types/option-forms";
import { pollTypeOf } from "../types/poll-types";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";

interface Props {
  readonly option: OptionListItem;
  readonly context: PollContext;
  readonly reload: () => Promise<void>;
}

const TARGETS = 10;

/** Merges an option into another one of the list, which a button opens. */
export function Merge(props: Props) {
  const { option, context } = props;
  const { open, shows } = useOpenPart<"targets">();
  return (
    <>
      <Tool
        icon={MergeSign}
        text={context.words.options.merge(nameOf(option, context))}
        {...shows("targets")}
      />
      {open.value !== undefined && <Targets {...props} />}
    </>
  );
}

function Targets({ option, context, reload }: Props) {
  const { words, client, hash } = context;
  const { options: texts } = words;
  const { problem, attempt } = useDeskAttempts();
  const targets = useSignal<readonly OptionListItem[] | undefined>(undefined);
  const name = nameOf(option, context);

  const search = (text: string): Promise<void> =>
    attempt(async () => {
      const { items } = await client.options.list.page({
        poll_id: hash,
        per_page: TARGETS + 1,
        sort: "options.position asc",
        ...(text !== "" && { search: text }),
      });
      targets.value = items
        .filter((other) => other.id !== option.id && isTarget(other))
        .slice(0, TARGETS);
    });

  useEffect(() => void search(""), []);

  return (
    <div>
      <Field
        label={texts.mergeSearch}
        type="search"
        onChange={({ currentTarget: { value } }) => void search(value.trim())}
      />
      <Problem text={problem.value} />
      {targets.value?.length === 0 && <p class="fine">{texts.noTarget}</p>}
      <ul class="rows">
        {targets.value?.map((target) => {
          const other = nameOf(target, context);
          return (
            <li key={target.id}>
              <Ask
                button={texts.mergeInto(other)}
                text={texts.mergeText(name, other)}
                confirm={texts.mergeLink}
                look="change"
                act={async () => {
                  const body = { option_id: target.id };
                  await client.options.merge({ poll_id: hash, id: option.id, body });
                  await reload();
                }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Where a merged option went, with a button that undoes the merge. */
export function Merged({ option, context, reload }: Props) {
  const { words, client, hash } = context;
  const { options: texts } = words;
  const { busy, problem, attempt } = useDeskAttempts();
  return (
    <div class="row">
      <a href={ownPath(`/p/${context.poll.value.member_hash}/o/${option.merged_into}`)}>
        {texts.merged}
      </a>
      {option.merge_undoable_until !== undefined && (
        <Quiet
          aria-label={texts.undoMerge(nameOf(option, context))}
          disabled={busy.value}
          onClick={() =>
            void attempt(async () => {
              await client.options.undoMerge({ poll_id: hash, id: option.id });
              await reload();
            })
          }
        >
          {texts.undoMergeLink}
        </Quiet>
      )}
      <Problem text={problem.value} />
    </div>
  );
}

/**
 * The same conditions as in docs/reference/options.md#merging, as far as the page knows them, where another option can
 * say the same: files are each one of their own.
 */
export function isMergeable(option: OptionListItem, { poll }: PollContext): boolean {
  const { kind } = pollTypeOf(poll.value);
  return (
    kind !== "survey" &&
    kind !== "pairwise" &&
    poll.value.options_count > 1 &&
    !takesFiles(option.type) &&
    poll.value.settings.voting_fee_type === undefined &&
    option.parent_option_id === undefined &&
    option.archived !== true &&
    option.merged_into === undefined &&
    !isQuestion(option.type) &&
    option.child_option_type === undefined
  );
}

const isTarget = ({ approval_state, archived, paid, type, child_option_type }: OptionListItem) =>
  approval_state === "approved" &&
  archived !== true &&
  paid !== false &&
  !isQuestion(type) &&
  child_option_type === undefined;
