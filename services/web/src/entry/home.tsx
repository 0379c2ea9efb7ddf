import type { ComponentType } from "preact";
import { AccountPage } from "../home/account-page";
import type { HomeData, HomePageProps } from "../home/home-data";
import { NewPollPage } from "../home/new-poll";
import { PollsPage } from "../home/polls-page";
import { loadWords, showPage } from "../home/show-page";
import { SignInPage } from "../home/sign-in-page";
import { openClosedParts } from "../parts/form/open-closed-parts";
import { readData } from "../shell/first-data";
import { signUpWords } from "../words/signup";
import "../styles/admin.css";

const pages: Readonly<Record<Exclude<HomeData["page"], "start">, ComponentType<HomePageProps>>> = {
  sign_in: SignInPage,
  polls: PollsPage,
  new_poll: NewPollPage,
  account: AccountPage,
};

addEventListener("invalid", openClosedParts, true);
const data = readData<HomeData>();
// The page is the answer of a link, which is used.
if (data.refused !== undefined) history.replaceState(history.state, "", data.refused.path);
await Promise.all([
  loadWords(data.language),
  data.page === "new_poll" && signUpWords.load(data.language),
]);
if (data.page !== "start") showPage(pages[data.page], data);
