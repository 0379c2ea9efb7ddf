import type { ComponentType } from "preact";
import { later } from "../parts/later";
import type { Visit } from "../session/visit";
import { type PollKind, pollTypeOf } from "../types/poll-types";
import { resultsPath } from "./addresses";
import { Frame } from "./frame";
import { OptionList } from "./option-list";
import { Status } from "./status";

type Content = ComponentType<{ readonly visit: Visit }>;

/** How one takes part, by kind of poll. What a list of options does not need is loaded by itself. */
const contents: Readonly<Record<PollKind, Content>> = {
  list: OptionList,
  survey: later(() => import("../survey/survey").then(({ Survey }) => Survey)),
  pairwise: later(() => import("../pairwise/pairwise").then(({ Pairwise }) => Pairwise)),
  table: later(() => import("../table/table").then(({ Table }) => Table)),
};

/** The page where one takes part. */
export function PollPage({ visit }: { readonly visit: Visit }) {
  const { data, words } = visit;
  const { poll } = data;
  const Content = contents[pollTypeOf(poll).kind];
  return (
    <Frame visit={visit}>
      <h1>{poll.title}</h1>
      {poll.description !== undefined && <p class="text">{poll.description}</p>}
      {poll.location !== undefined && <p class="fine">{poll.location}</p>}
      <Status visit={visit} />
      <Content visit={visit} />
      <p class="fine">
        <a href={resultsPath(visit.pollId)}>{words.poll.results}</a>
      </p>
    </Frame>
  );
}
