import { OptionList } from "../poll/option-list";
import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";

start(pollPage(OptionList), [], () => import("../signup/sign-up"));
