interface ListFacts {
  readonly type: string;
  readonly settings: {
    readonly vote_type?: string | undefined;
    readonly voting_fee_type?: string | undefined;
    readonly show_as_list?: boolean | undefined;
  };
}

const ofPictures: ReadonlySet<string> = new Set(["Polls::PhotoGallery", "Polls::ImageGallery"]);

/** Whether a phone shows the pictures of a poll in two columns: all but those to put in order, or to buy votes for. */
export const pairsPictures = ({ type, settings }: ListFacts): boolean =>
  ofPictures.has(type) &&
  settings.vote_type !== "Votes::RankedVote" &&
  settings.voting_fee_type !== "voting_sell_votes" &&
  settings.show_as_list !== true;
