import { count } from "../count";

/** The texts of results in English. Every language has exactly these texts. */
export const en = {
  rank: (rank: number) => `Rank ${rank}`,
  meanRank: (rank: string, participants: number) =>
    `Mean rank: ${rank} (ranked by ${participants})`,
  /** What the number of a result bar counts, after the number. */
  units: {
    votes: (number: number): string => (number === 1 ? "vote" : "votes"),
    points: (number: number): string => (number === 1 ? "point" : "points"),
    yes: (_: number): string => "with a maybe as half",
    people: (_: number): string => "signed up",
    average: (_: number): string => "on average",
  },
  noRatings: "no ratings yet",
  /** Where only the jury votes. */
  jury: (number: number) => count(number, "member of the jury", "members of the jury"),
  /** After the name of an option that is not approved. */
  approvals: { unreviewed: "waits for approval", disapproved: "rejected" },
  /** @param of The comparisons, or the share of them that it won. */
  won: (wins: number, of: number | string) =>
    typeof of === "string" ? `won ${of}` : wins === 0 ? "won none" : `won ${wins} of ${of}`,
  notCompared: "not compared yet",
  free: (free: number, of: number) => `${free} of ${count(of, "place", "places")} free`,
  unanswered: (number: number) => `${number} did not answer`,
  placeTitle: "Place",
  /** The dates that suit most, while answers can change, and after. */
  bestDate: { active: "Best so far", closed: "Best" },
  decided: "Chosen date",
  live: "Live",
  hidden: "The results of this poll are hidden right now.",
  loading: "Loading the results …",
  table: "As a table",
  option: "Option",
  voters: "Participants",
  rating: "Sum",
  average: "Average",
  /** Of ranks and points. */
  sumOfPoints: "Points in all",
  averagePoints: "Points on average",
  best: "Leading",
  none: "There is nothing to show yet.",
  ofAll: "Share",
  times: "Number",
  value: "Value",
  coordinates: "Location",
  row: "Row",
  answers: (number: number) => count(number, "answer", "answers"),
  answersTitle: "Answers",
  wordsTitle: "Words in the answers",
  word: "Word",
  kept: "Answers that are not shown here are in the export, for the people who manage the poll.",
  left: (number: number) =>
    `${count(number, "further answer is", "further answers are")} too long or too rare to be listed.`,
  orders: { poll: "As in the poll", best: "Best first" },
  pictureOf: (title: string, format: string) => `${title}: picture as ${format}`,
  print: "Print",
  present: "Presentation mode",
  onlyVoters: "Only people who voted see the results.",
  afterVote: "You see the results once you have voted.",
  range: (first: number, last: number, all: number) => `Options ${first} to ${last} of ${all}`,
  assigned: (number: number) => `${count(number, "participant", "participants")} assigned`,
  count: {
    title: "How the votes were counted",
    titleSoFar: "How the votes are counted",
    ahead: (number: number) => (number === 1 ? "In the lead" : `In the lead (${number})`),
    elected: (number: number) => (number === 1 ? "Elected" : `Elected (${number})`),
    facts: (ballots: number, abstaining: number) =>
      [count(ballots, "ballot", "ballots"), abstaining > 0 && `${abstaining} of abstentions alone`]
        .filter(Boolean)
        .join(", "),
    quota: (votes: string): string => `Quota: ${votes} ${votes === "1" ? "vote" : "votes"}`,
    rounds: "Rounds",
    round: (number: number) => `Round ${number}`,
    isElected: "elected",
    isAhead: "ahead",
    isOut: "out",
    exhausted: "No longer counted",
    pairs: "Each option against each other",
    pairsText: "How many ballots prefer the option of the row to that of the column.",
    grades: "Grades",
    median: "Middle grade",
    seed: (seed: string) => `Seed of the draw: ${seed}`,
    countedAt: (when: string) => `Counted ${when}`,
    failed: "The count cannot be loaded.",
  },
  presenter: {
    join: "Take part",
    scan: "Scan the code, or open this address:",
    qr: (url: string) => `QR code of ${url}`,
    slide: (number: number, of: number) => `${number} of ${of}`,
    full: "Full screen",
    leave: "Leave",
    hideCode: "Hide the code",
    showCode: "Show the code",
    controls: "Controls of the presentation",
    keys: "Keys: left and right arrow to go back and forward, Escape to leave.",
  },
};

/** The words of a language. */
export type ResultWords = typeof en;
