import { ResultsPage } from "../results/results-page";
import { start } from "../shell/start";
import { isOfDates } from "../types/option-types";
import { resultWords } from "../words/results";
import "../styles/results.css";

start(
  ResultsPage,
  [resultWords],
  ({ signUp, poll }) => (signUp || isOfDates(poll)) && import("../dates/extend-visit"),
);
