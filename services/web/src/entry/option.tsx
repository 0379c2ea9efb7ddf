import { OptionPage } from "../poll/option-page";
import { start } from "../shell/start";

start(OptionPage, [], ({ signUp }) => signUp && import("../dates/extend-visit"));
