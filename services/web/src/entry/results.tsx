import { ResultsPage } from "../results/results-page";
import { start } from "../shell/start";

start(ResultsPage);
