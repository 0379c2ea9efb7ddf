import type { ComponentType } from "preact";
import { AccountPage } from "../home/account-page";
import type { HomeData, HomePageProps } from "../home/home-data";
import { NewPollPage } from "../home/new-poll";
import { PollsPage } from "../home/polls-page";
import { SignInPage } from "../home/sign-in-page";
import { StartPage } from "../home/start-page";
import { openClosedParts } from "../parts/form/open-closed-parts";
import { TopBar } from "../parts/page/top-bar";
import { pageContextOf } from "../session/page-context";
import { readData } from "../shell/first-data";
import { show } from "../shell/show";
import { pageWords } from "../words";
import { adminWords } from "../words/admin";
import { signUpWords } from "../words/signup";
import "../styles/admin.css";
import "../styles/start.css";

const pages: Readonly<Record<HomeData["page"], ComponentType<HomePageProps>>> = {
  start: StartPage,
  sign_in: SignInPage,
  polls: PollsPage,
  new_poll: NewPollPage,
  account: AccountPage,
};

addEventListener("invalid", openClosedParts, true);
const data = readData<HomeData>();
// The page is the answer of a link, which is used.
if (data.refused !== undefined) history.replaceState(history.state, "", data.refused.path);
const previewWords = data.page === "new_poll" ? [signUpWords] : [];
await Promise.all([pageWords, adminWords, ...previewWords].map(({ load }) => load(data.language)));
const context = pageContextOf(data);
const Page = pages[data.page];
show(
  <>
    <TopBar context={context} />
    <Page context={context} data={data} />
  </>,
);
