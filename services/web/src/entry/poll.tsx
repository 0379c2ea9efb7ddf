import { OptionList } from "../poll/option-list";
import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";
import { isOfDates } from "../types/option-types";

start(
  pollPage(OptionList),
  [],
  ({ signUp, poll }) => (signUp || isOfDates(poll)) && import("../dates/extend-visit"),
);
