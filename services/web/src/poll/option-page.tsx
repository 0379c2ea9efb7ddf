import type { Option } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Unsent } from "../ballot/remaining";
import { rulesOf } from "../ballot/rules";
import { locationOf } from "../parts/map/location";
import { useMoment } from "../parts/page/clock";
import { onDemand } from "../parts/page/on-demand";
import { degreesText } from "../parts/show/degrees";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { pollTypeOf } from "../types/poll-types";
import type { Words } from "../words";
import { pollPath } from "./addresses";
import { useEntrance } from "./entrance";
import { Frame } from "./frame";
import { hasPicture, Player } from "./media";
import { Facts, Status } from "./status";
import { Tags } from "./tags";
import { OptionContent, VoteOn } from "./vote-on";

const OwnOption = onDemand(() => import("../submission/own-option"), "OwnOption");

const Comments = onDemand(() => import("../comments/comments"), "Comments");

export function OptionPage({ visit }: { readonly visit: Visit }) {
  const { data, words, pollId } = visit;
  const { poll } = data;
  useMoment(poll.settings.start_date_voting, data);
  const shown = useSignal(data.option);
  const option = shown.value;
  const { ballot, forms, notices, open, looksOn, unlocked, unlock } = useEntrance(visit);
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
  const rules = rulesOf(poll);
  return (
    <Frame visit={visit}>
      <p class="of">{poll.title}</p>
      <h1>{nameOf(option, visit)}</h1>
      <Facts visit={visit} />
      <Status visit={visit} />
      {visit.dates && <visit.dates.Zone />}
      {forms}
      <div class="option">
        <Media option={option} visit={visit} />
        <OptionContent
          option={withoutFile(option)}
          visit={visit}
          tagsOf={({ tags }) => (
            <>
              {description !== undefined && <p class="text">{description}</p>}
              <Tags tags={tags} />
            </>
          )}
        />
        <Place option={option} words={words} />
        {visit.places && <visit.places.Map options={[option]} />}
        {visit.places && <visit.places.Note option={option} />}
        {visit.signUp !== undefined && (
          <visit.signUp.Places
            option={option}
            isTaken={visit.signUp.takenIn(ballot).has(option.id)}
          />
        )}
        {pollTypeOf(poll).kind === "list" && (
          <VoteOn
            option={option}
            visit={visit}
            voting={{
              ballot,
              open,
              looksOn,
              rules,
              put: () => undefined,
            }}
          />
        )}
        {data.own?.includes(option.id) && (
          <OwnOption
            {...{ option, visit }}
            onChanged={(changed) => (shown.value = changed)}
            onDeleted={() => location.replace(pollPath(pollId))}
          />
        )}
      </div>
      {poll.settings.allow_comments && (
        <Comments
          visit={visit}
          optionId={option.id}
          writer={poll.status === "closed" ? undefined : async (send) => send(await ballot.voter())}
          unlock={unlocked ? undefined : unlock}
        />
      )}
      {!visit.finalVotes && <Unsent ballots={[ballot]} />}
      {notices(ballot)}
      {open && visit.finalVotes && <visit.finalVotes.CastBar {...{ ballot, rules }} />}
      {back}
    </Frame>
  );
}

/** Where the option is, in words. */
function Place({ option, words }: { readonly option: Option; readonly words: Words }) {
  const location = locationOf(option);
  if (location === undefined) return null;
  const places = location.positions.map((position) => degreesText(position, words));
  return <p class="fine">{places.join(" · ")}</p>;
}

/** On the option's own page the file is shown in full, without a link to that page. */
function withoutFile({
  attachment: _attachment,
  video: _video,
  playback: _playback,
  youtube_id: _youtube,
  vimeo_id: _vimeo,
  public_url: _address,
  ...option
}: Option) {
  return option;
}

function Media({ option, visit }: { readonly option: Option; readonly visit: Visit }) {
  const name = nameOf(option, visit);
  const large = option.attachment?.attachment_url_large;
  if (!hasPicture(option)) return <Player {...{ option, name, visit }} />;
  const { width, height } = option;
  const size =
    width === undefined || height === undefined
      ? {}
      : { width, height, style: { "--ratio": String(width / height) } };
  return <img class="media" src={large} alt={name} {...size} />;
}
