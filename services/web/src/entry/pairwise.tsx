import { Pairwise } from "../pairwise/pairwise";
import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";
import { pairwiseWords } from "../words/pairwise";

start(pollPage(Pairwise), [pairwiseWords]);
