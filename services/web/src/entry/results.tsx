import { ResultsPage } from "../results/results-page";
import { start } from "../shell/start";
import "../styles/results.css";

start(ResultsPage);
