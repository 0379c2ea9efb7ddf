import { OptionList } from "../poll/option-list";
import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";
import { optionClassOf, optionTypeOf } from "../types/option-types";

start(pollPage(OptionList), [], ({ signUp, poll }) => {
  const isOfDates = optionTypeOf({ type: optionClassOf(poll) }).submission?.by === "dates";
  return (signUp || isOfDates) && import("../dates/extend-visit");
});
