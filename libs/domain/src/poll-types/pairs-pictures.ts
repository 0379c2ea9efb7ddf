import { optionTypes } from "../option-types";
import { voteTypes } from "../vote-types";
import { pollTypes } from "./poll-types";

interface ListFacts {
  readonly type: string;
  readonly settings: {
    readonly vote_type?: string | undefined;
    readonly voting_fee_type?: string | undefined;
    readonly show_as_list?: boolean | undefined;
  };
}

/** Whether a phone shows the pictures of a poll in two columns: all but those to put in order, or to buy votes for. */
export function pairsPictures({ type, settings }: ListFacts): boolean {
  const { isWall, optionTypes: names } = pollTypes.get(type);
  return (
    isWall &&
    optionTypes.get(names[0]).fileKinds.includes("image") &&
    voteTypes.find(settings.vote_type ?? "")?.ratedBy !== "ranks" &&
    settings.voting_fee_type !== "voting_sell_votes" &&
    settings.show_as_list !== true
  );
}
