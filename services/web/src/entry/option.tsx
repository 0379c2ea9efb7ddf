import { OptionPage } from "../poll/option-page";
import { start } from "../shell/start";
import { isOfDates, isOfPlaces } from "../types/option-types";

start(
  OptionPage,
  [],
  ({ signUp, poll }) => (signUp || isOfDates(poll)) && import("../dates/extend-visit"),
  ({ poll }) => isOfPlaces(poll) && import("../places/extend-visit"),
);
