import { ChevronDown, MessageCircle, SlidersHorizontal, Split, Trash, X } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import type { ComponentChildren } from "preact";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { InPlace } from "../parts/form/in-place";
import { locationOf } from "../parts/map/location";
import { onDemand } from "../parts/page/on-demand";
import { Icon } from "../parts/show/icon";
import { datesOf } from "../parts/show/option-name";
import { factsText } from "../parts/show/row";
import { Tool, useOpenPart } from "../parts/show/tool";
import { isQuestion, takesFiles } from "../types/option-forms";
import { thingOf } from "../types/things";
import { pageWords } from "../words";
import { Conditions, ThenGoTo, waysOf } from "./branching";
import { ChangeOption, isNamedByText } from "./change-option";
import { commentsVisitOf } from "./comments-visit";
import { Merged } from "./merge";
import { nameOf } from "./option-name";
import { type PollContext, statesOf } from "./poll-context";
import { type OutlinedStep, soleQuestion } from "./survey-outline";

const Sound = onDemand(() => import("../gallery/sound"), "Sound");
const Comments = onDemand(() => import("../comments/comments"), "Comments");

interface Props {
  readonly option: OptionListItem;
  readonly context: PollContext;
  readonly reload: () => Promise<void>;
  /** Undefined: the option is at the top level. */
  readonly parent: OptionListItem | undefined;
  /** The steps of a survey, at its top level. */
  readonly steps: readonly OutlinedStep[] | undefined;
  /** The content under the option when it is open. */
  readonly nested: () => ComponentChildren;
  /** The handle that moves the option. */
  readonly grip?: ComponentChildren;
  /** Whether its fields are open at first. */
  readonly isOpen?: boolean;
}

/** An option with the actions of an admin: sort, change, approve, delete. */
export function OptionRow(props: Props) {
  const { option, context, reload, parent, steps, nested, grip, isOpen = false } = props;
  const { words, client, hash, updateOption } = context;
  const { options: texts } = words;
  const { problem, attempt } = useDeskAttempts();
  const { open, shows } = useOpenPart<(typeof tools)[number][0]>(isOpen ? "change" : undefined);
  const below = useOpenPart<"below">();
  const name = nameOf(option, context);
  const { attachment_url_thumb: thumb, attachment_url_medium: medium = thumb } =
    option.attachment ?? {};
  const isPlayed = isOpen && option.playback !== undefined;
  const picture = isOpen ? !isPlayed && medium : thumb;
  const place = steps?.findIndex(({ step }) => step.id === option.id) ?? -1;
  const outlined = steps?.[place];
  const sole = outlined && soleQuestion(outlined);
  const under = nestedTitle(option, sole !== undefined, context);
  const isMerged = option.merged_into !== undefined;
  const ways = steps === undefined ? undefined : waysOf({ steps, at: place, context });
  const { comments_count: number } = option;
  const comments = number === undefined ? "" : pageWords.words().poll.comments(number);
  const { branch, branchAfter } = words.build;
  const tools = [
    ["ways", Split, branch, branchAfter(name), ways?.areUsed === false],
    ["change", SlidersHorizontal, words.actions.change, texts.edit(name), !isMerged],
    ["comments", MessageCircle, comments, `${comments}: ${name}`, number !== undefined],
  ] as const;
  // What an act has made impossible does not stay open.
  const part = tools.find(([name, , , , isOffered]) => isOffered && name === open.value)?.[0];

  async function rename(content: string): Promise<void> {
    const body = { option: { content: content === "" ? null : content } };
    // A page with one question is that question.
    const same = sole?.content === option.content ? [sole] : [];
    for (const { id } of [option, ...same].filter((each) => each !== undefined)) {
      await updateOption(id, body);
    }
    await reload();
  }

  const review = (approval_state: "approved" | "disapproved"): Promise<void> =>
    attempt(async () => {
      await updateOption(option.id, { option: { approval_state } });
      await reload();
    });

  const heading = (
    <h3>
      {locationOf(option) && <span class="pin">{option.position}</span>}
      {name}
    </h3>
  );
  return (
    <li class="option-row">
      {grip}
      {isPlayed && <Player option={option} name={name} />}
      <div class="row head">
        {picture && <img src={picture} alt="" loading="lazy" />}
        {!picture && option.processing === true && <span class="thumb" />}
        <div>
          {isNamedByText(option) && option.merged_into === undefined ? (
            <InPlace
              field="content"
              label={texts.changeText(name)}
              value={option.content ?? ""}
              maxLength={1_000}
              change={(content) => rename(content)}
            >
              {heading}
            </InPlace>
          ) : (
            heading
          )}
          <States option={option} context={context} />
          <Submitted option={option} />
          <Kind option={sole ?? option} outlined={outlined} context={context} />
          {steps !== undefined && <Conditions {...{ steps, context, reload }} at={place} />}
        </div>
      </div>
      <div class="row actions">
        {under !== undefined && (
          <Tool icon={ChevronDown} named {...under} {...below.shows("below")} />
        )}
        {option.approval_state !== "approved" && (
          <button
            type="button"
            aria-label={texts.approve(name)}
            onClick={() => void review("approved")}
          >
            {texts.approveLink}
          </button>
        )}
        {option.approval_state === "unreviewed" && (
          <button
            type="button"
            class="clear tool"
            aria-label={texts.reject(name)}
            title={texts.rejectLink}
            onClick={() => void review("disapproved")}
          >
            <Icon of={X} />
            <span>{texts.rejectLink}</span>
          </button>
        )}
        {tools.map(
          ([name, icon, text, label, isOffered]) =>
            isOffered && (
              <Tool
                key={name}
                {...{ icon, text, label }}
                named={name !== "change"}
                {...shows(name)}
              />
            ),
        )}
        <Ask
          button={<Icon of={Trash} />}
          title={texts.remove(name)}
          text={texts.removeText(name)}
          confirm={words.actions.delete}
          act={async () => {
            await client.options.delete({ poll_id: hash, id: option.id });
            await reload();
          }}
        />
      </div>
      <Problem text={problem.value} />
      {isMerged && <Merged {...{ option, context, reload }} />}
      {part === "change" && <ChangeOption {...{ option, context, reload, parent, outlined }} />}
      {steps !== undefined && (ways?.areUsed === true || open.value === "ways") && (
        <ThenGoTo {...{ steps, context, reload }} at={place} />
      )}
      {part === "comments" && (
        <div class="under">
          <Comments
            visit={commentsVisitOf(context)}
            optionId={option.id}
            writer={context.poll.value.status === "closed" ? undefined : (send) => send()}
            isAdmin
            onDeleted={reload}
          />
        </div>
      )}
      {below.open.value !== undefined && <div class="under">{nested()}</div>}
    </li>
  );
}

/** The film or sound of an option. */
function Player({ option, name }: { readonly option: OptionListItem; readonly name: string }) {
  const { playback, video, attachment } = option;
  if (playback?.peaks !== undefined)
    return <Sound option={option} name={name} visit={{ words: pageWords.words() }} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
    <video
      class="media"
      controls
      playsInline
      preload="none"
      aria-label={name}
      poster={video?.thumb_url ?? attachment?.attachment_url_thumb}
      src={video?.url ?? attachment?.attachment_url_large}
    />
  );
}

/** Who submitted an option, and while it waits for approval, what the page of the option says. */
export function Submitted({
  option: { author_name: author, approval_state, ...texts },
}: Pick<Props, "option">) {
  const { poll } = pageWords.words();
  const { subtitle, description } = approval_state === "unreviewed" ? texts : {};
  const facts = factsText([author && poll.by(author), subtitle]);
  return (
    <>
      {facts !== "" && <p class="fine">{facts}</p>}
      {description !== undefined && <p class="text">{description}</p>}
    </>
  );
}

/** What the list under an option is called; undefined: admins change nothing there. */
function nestedTitle(
  option: OptionListItem,
  isSole: boolean,
  context: PollContext,
): { readonly text: string; readonly label: string } | undefined {
  const { poll, words } = context;
  const { build } = words;
  const type = option.child_option_type;
  // Drawings and files are the answers of participants.
  if (type === undefined || (isQuestion(option.type) && takesFiles(type))) return undefined;
  const name = nameOf(option, context);
  if (isSole) return { text: build.moreQuestions, label: `${build.moreQuestions}: ${name}` };
  const text = build.titleOf(thingOf(type, { poll: poll.value, parent: option }));
  return { text, label: build.under(text, name) };
}

/** What a question asks for, its choices, and whether it must be answered. */
function Kind({
  option,
  outlined,
  context: { words },
}: Pick<Props, "option" | "context"> & { readonly outlined: OutlinedStep | undefined }) {
  const { options: texts, build } = words;
  const { settings } = option;
  const type = settings?.survey_step_type;
  const places = settings?.voter_limit;
  const names = (outlined?.children ?? []).map(({ content }) => content ?? "");
  const facts = factsText([
    type !== undefined && texts.stepTypes[type],
    type === undefined && option.input_type !== undefined && texts.inputTypes[option.input_type],
    type !== undefined && names.join(", "),
    [
      ...(settings?.allowed_values ?? []),
      ...(settings?.allow_other ? [build.allowOther] : []),
    ].join(", "),
    (settings?.mandatory === true || settings?.require_vote === true) && texts.mandatory,
    places !== undefined && build.placesTaken(places),
  ]);
  return facts === "" ? null : <p class="fine">{facts}</p>;
}

export function States({ option, context: { words, poll } }: Pick<Props, "option" | "context">) {
  const { options: texts } = words;
  const states = factsText([
    // An option without a text is called by its dates.
    option.content !== undefined && datesOf(option, { data: { poll: poll.value }, words }),
    option.approval_state === "disapproved" && texts.disapproved,
    option.archived === true && option.merged_into === undefined && texts.archived,
    option.state !== undefined && statesOf({ poll })[option.state],
    option.processing === true && texts.processing(option.processing_progress),
  ]);
  return (
    <>
      {states !== "" && <p class="fine">{states}</p>}
      {option.processing_error !== undefined && (
        <p class="problem">
          {texts.unusable[option.processing_error as keyof typeof texts.unusable] ??
            pageWords.words().errors.unusable_file}
        </p>
      )}
    </>
  );
}
