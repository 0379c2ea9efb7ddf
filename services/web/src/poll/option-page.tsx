import type { Option } from "@polls/client";
import { useMemo } from "preact/hooks";
import { createBallot } from "../ballot/ballot";
import { rulesOf } from "../ballot/rules";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import { pollTypeOf } from "../types/poll-types";
import type { Words } from "../words";
import { pollPath } from "./addresses";
import { Frame } from "./frame";
import { OptionContent, VoteOn } from "./option-card";
import { needsForm } from "./participant-form";
import { acceptsVotes, Status } from "./status";

/** The page of one option. */
export function OptionPage({ visit }: { readonly visit: Visit }) {
  const { data, words, pollId, password } = visit;
  const { poll, option } = data;
  const ballot = useMemo(() => createBallot(visit), [visit]);
  const joined = ballot.participant.value !== undefined || !needsForm(poll);
  const unlocked = !poll.settings.password_protected || password.value !== undefined;
  const back = (
    <p>
      <a href={pollPath(pollId)}>{words.poll.back}</a>
    </p>
  );
  if (option === undefined) {
    return (
      <Frame visit={visit}>
        <h1>{poll.title}</h1>
        <p class="notice">{words.poll.hidden}</p>
        {back}
      </Frame>
    );
  }
  const { description } = option;
  return (
    <Frame visit={visit}>
      <p class="of">{poll.title}</p>
      <h1>{option.content ?? poll.title}</h1>
      <Status visit={visit} />
      <div class="option">
        <Media option={option} />
        <OptionContent option={withoutPicture(option)} visit={visit} />
        <Place option={option} words={words} />
        {description !== undefined && <p class="text">{description}</p>}
        {pollTypeOf(poll).kind === "list" && joined && unlocked && (
          <VoteOn
            option={option}
            visit={visit}
            voting={{
              ballot,
              open: acceptsVotes(data),
              rules: rulesOf(poll),
              put: () => undefined,
            }}
          />
        )}
      </div>
      {back}
    </Frame>
  );
}

/** Where a location is, in the digits of the language. */
function Place({
  option: { data },
  words: { locale },
}: {
  readonly option: Option;
  readonly words: Words;
}) {
  const { coordinates } = (data ?? {}) as { readonly coordinates?: readonly (readonly number[])[] };
  if (coordinates === undefined) return null;
  const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 5 });
  return (
    <p class="fine">
      {coordinates
        .map(([longitude = 0, latitude = 0]) =>
          [latitude, longitude].map((each) => `${degrees.format(each)}°`).join(" / "),
        )
        .join(" · ")}
    </p>
  );
}

/** The page shows the picture in full, and is the address of the option. */
function withoutPicture({ attachment: _picture, public_url: _address, ...option }: Option) {
  return option;
}

function Media({ option }: { readonly option: Option }) {
  const { video, attachment, content } = option;
  const large = attachment?.attachment_url_large;
  if (video?.url !== undefined) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
      <video class="media" controls preload="none" poster={video.thumb_url} src={video.url} />
    );
  }
  if (large === undefined) return null;
  return optionTypeOf(option).file === "sound" ? (
    // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
    <audio class="media" controls preload="none" src={large} />
  ) : (
    <img class="media" src={large} alt={content ?? ""} />
  );
}
