import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";
import { Survey } from "../survey/survey";

start(pollPage(Survey));
