import * as places from "../places/extend-visit";
import { OptionList } from "../poll/option-list";
import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";

start(
  pollPage(OptionList),
  [],
  ({ signUp }) => signUp && import("../dates/extend-visit"),
  async () => places,
);
