import { Pairwise } from "../pairwise/pairwise";
import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";

start(pollPage(Pairwise));
