import { pollTypes } from "@polls/domain/poll-types";
import { pollTypeOf } from "./poll-types";

const types = pollTypes.all.map((type) => ({
  type,
  shown: pollTypeOf({ type: type.name as Parameters<typeof pollTypeOf>[0]["type"] }),
}));

test.each(types)("pages and the service agree on $type.name", ({ type, shown }) => {
  expect({
    isSurvey: shown.kind === "survey",
    isTable: shown.kind === "table",
    isPairwise: shown.kind === "pairwise",
    isWall: shown.layout === "gallery",
    takesIdeas: shown.takesIdeas === true,
  }).toEqual({
    isSurvey: type.hasSteps,
    isTable: type.participantsAreRows,
    isPairwise: type.offersPairs,
    isWall: type.isWall,
    takesIdeas: type.hasOptionStates,
  });
});
