import { Calendar, MapPin, User, Users } from "virtual:icons";
import type { Participant } from "@polls/client";
import type { ComponentChildren } from "preact";
import { useAfterPress } from "../parts/form/press";
import { hasCome } from "../parts/page/clock";
import { Countdown } from "../parts/show/countdown";
import { momentText } from "../parts/show/dates";
import { Icon } from "../parts/show/icon";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";

const startsLater = (data: FirstData): boolean => {
  const { start_date_voting: start } = data.poll.settings;
  return start !== undefined && !hasCome(start, data);
};

export const acceptsVotes = (data: FirstData): boolean =>
  data.poll.status === "active" && data.poll.settings.allow_voting && !startsLater(data);

/** Whether only the jury votes, and the visitor is not known to be on it. An invitation may be one to the jury. */
export const isOutsideJury = ({ data, participant, invitation }: Visit): boolean =>
  data.poll.settings.jury_mode &&
  (participant.value === undefined
    ? invitation.value === undefined
    : participant.value.jury !== true);

/** By whom the poll is, until when, and how many take part. */
export function Facts({
  visit: { data, participant, renewed, words },
  counts = true,
}: {
  readonly visit: Visit;
  /** Whether the number of participants is shown. */
  readonly counts?: boolean;
}) {
  void renewed.value;
  const { poll } = data;
  const { deadline_voting: end, publisher, publisher_email: email } = poll.settings;
  const until =
    end !== undefined && acceptsVotes(data) ? words.poll.ends(momentText(end, words)) : undefined;
  const isCounted = (each: Participant | undefined): boolean =>
    each !== undefined && each.place !== "waiting" && each.opt_in_confirmed !== false;
  const isNew = isCounted(useAfterPress(participant.value)) && !isCounted(data.participant);
  // Those who wait for a place do not take part yet.
  const most = poll.settings.participant_limit ?? Number.POSITIVE_INFINITY;
  const voters = Math.min(poll.voters_count + Number(isNew), most);
  // A line that appears with the first vote would move the options below the next press.
  // Of a poll with a jury, participants are also people who cannot vote: only the results tell them apart.
  const isShown = counts && !poll.settings.jury_mode && (voters > 0 || acceptsVotes(data));
  const count = isShown ? words.poll.participants(voters) : undefined;
  const author = publisher && (
    <>
      {words.poll.by(publisher)}
      {email !== undefined && (
        <>
          {" · "}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </>
  );
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [User, author],
    [Calendar, until],
    [Users, count],
    [MapPin, poll.location],
  ];
  const shown = facts.filter(([, text]) => text !== undefined && text !== "");
  return shown.length === 0 ? null : (
    <ul class="poll-facts">
      {shown.map(([icon, text], at) => (
        <li key={at}>
          <Icon of={icon} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Why the visitor cannot vote now. Final dates say it themselves. */
export function Status({
  visit,
  takesVotes = true,
}: {
  readonly visit: Visit;
  /** Whether the page is one for votes. */
  readonly takesVotes?: boolean;
}) {
  const { data, words, final, renewed } = visit;
  void renewed.value;
  const isNew = useAfterPress(visit.participant.value) === undefined;
  const { poll } = data;
  const { start_date_voting: start, allow_voting } = poll.settings;
  if (poll.status === "closed")
    return final?.value ? null : <p class="notice">{words.poll.closed}</p>;
  if (!allow_voting) return <p class="notice">{words.errors.voting_not_allowed}</p>;
  if (takesVotes && isOutsideJury(visit)) return <p class="notice">{words.poll.juryVotes}</p>;
  if (start === undefined || !startsLater(data)) {
    return data.full && isNew ? <p class="notice">{words.poll.full}</p> : null;
  }
  return (
    <div class="notice">
      <p>{words.poll.opens(momentText(start, words))}</p>
      <Countdown to={start} data={data} />
    </div>
  );
}
