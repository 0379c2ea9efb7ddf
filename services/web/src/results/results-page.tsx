import { pollPath } from "../poll/addresses";
import { EntranceForm } from "../poll/entrance-form";
import { Frame } from "../poll/frame";
import { Facts, Status } from "../poll/status";
import { useRenewal } from "../session/use-renewal";
import type { Visit } from "../session/visit";
import { resultWords } from "../words/results";
import { Presenter } from "./presenter";
import { ShownResults } from "./shown-results";

const isPresented = (): boolean => new URLSearchParams(location.search).has("present");

export function ResultsPage({ visit }: { readonly visit: Visit }) {
  const { client, data, password, pollId, renewed, words } = visit;
  void renewed.value;
  useRenewal(visit);
  const { poll, readsResults, results } = data;
  const final = visit.final?.value;
  const asksPassword =
    poll.settings.password_protected && readsResults === undefined && password.value === undefined;
  const isShown = !asksPassword && readsResults !== false;
  if (isPresented() && !asksPassword) {
    return <Presenter visit={visit} first={results} />;
  }
  return (
    <Frame visit={visit}>
      <p class="of">{words.results.title}</p>
      <h1>{poll.title}</h1>
      <Facts visit={visit} counts={asksPassword || readsResults === false} />
      <Status visit={visit} takesVotes={false} />
      {visit.dates && (final || isShown) && <visit.dates.Zone />}
      {final && <final.Dates />}
      {asksPassword ? (
        <EntranceForm visit={visit} needs={["password"]} />
      ) : readsResults === false ? (
        <p class="notice">
          {poll.settings.results_visible === "after_own_vote"
            ? resultWords.words()[poll.status === "closed" ? "onlyVoters" : "afterVote"]
            : resultWords.words().hidden}
        </p>
      ) : (
        <ShownResults {...{ poll, client, pollId, visit }} first={results} />
      )}
      <p class="row take">
        <a href={pollPath(pollId)}>{words.poll.back}</a>
        {readsResults !== false && <a href="?present">{resultWords.words().present}</a>}
      </p>
    </Frame>
  );
}
