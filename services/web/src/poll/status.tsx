import { hasCome } from "../parts/clock";
import { momentText } from "../parts/dates";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";

const startsLater = (data: FirstData): boolean => {
  const { start_date_voting: start } = data.poll.settings;
  return start !== undefined && !hasCome(start, data);
};

export const acceptsVotes = (data: FirstData): boolean =>
  data.poll.status === "active" && data.poll.settings.allow_voting && !startsLater(data);

/** Whether votes are accepted, and until when. */
export function Status({ visit: { data, words } }: { readonly visit: Visit }) {
  const { poll } = data;
  const { start_date_voting: start, deadline_voting: end, allow_voting } = poll.settings;
  if (poll.status === "closed") return <p class="notice">{words.poll.closed}</p>;
  if (!allow_voting) return <p class="notice">{words.poll.notAllowed}</p>;
  if (start !== undefined && startsLater(data)) {
    return <p class="notice">{words.poll.opens(momentText(start, poll, words))}</p>;
  }
  return end === undefined ? null : (
    <p class="fine">{words.poll.ends(momentText(end, poll, words))}</p>
  );
}
