import { OptionPage } from "../poll/option-page";
import { start } from "../shell/start";

start(OptionPage, [], () => import("../signup/sign-up"));
