import type { ComponentType } from "preact";
import { useMoment } from "../parts/page/clock";
import { useRenewal } from "../session/use-renewal";
import type { Visit } from "../session/visit";
import { devicePath, resultsPath } from "./addresses";
import { Frame } from "./frame";
import { Facts, isOutsideJury, Status } from "./status";

type Content = ComponentType<{ readonly visit: Visit }>;

/** The page to take part, with the given `Content`. */
export const pollPage = (Content: Content) =>
  function PollPage({ visit }: { readonly visit: Visit }) {
    const { data, words, renewed } = visit;
    void renewed.value;
    const { poll } = data;
    const name = visit.participant.value?.user_name ?? "";
    useRenewal(visit);
    useMoment(poll.settings.start_date_voting, data);
    return (
      <Frame visit={visit}>
        <h1>{poll.title}</h1>
        <Facts visit={visit} />
        {poll.description !== undefined && <p class="text">{poll.description}</p>}
        <Status visit={visit} />
        {data.counting !== undefined && <p class="fine">{data.counting}</p>}
        <Content visit={visit} />
        <p class="to-results fine ways">
          {data.readsResults !== false && (
            <a href={resultsPath(visit.pollId)}>{words.poll.results}</a>
          )}
          {visit.participant.value !== undefined && (
            <a href={devicePath(visit.pollId)}>{words.thanks.elsewhere}</a>
          )}
        </p>
        {/* Here it moves nothing, when it appears with the first vote. */}
        {name !== "" && !isOutsideJury(visit) && (
          <p class="fine">{words.participant.thanks(name)}</p>
        )}
      </Frame>
    );
  };
