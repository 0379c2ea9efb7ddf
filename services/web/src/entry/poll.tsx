import { PollPage } from "../poll/poll-page";
import { start } from "../shell/start";

start(PollPage);
