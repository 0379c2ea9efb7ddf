import { ResultsPage } from "../results/results-page";
import { start } from "../shell/start";
import { resultWords } from "../words/results";
import "../styles/results.css";

start(ResultsPage, [resultWords], ({ signUp }) => signUp && import("../dates/extend-visit"));
