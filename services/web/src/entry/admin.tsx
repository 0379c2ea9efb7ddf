import { AdminPage } from "../admin/admin-page";
import { pollContextOf } from "../admin/poll-context";
import { openClosedParts } from "../parts/form/open-closed-parts";
import { TopBar } from "../parts/page/top-bar";
import { noteMadePoll } from "../session/new-polls";
import { firstData } from "../shell/first-data";
import { show } from "../shell/show";
import { pageWords } from "../words";
import { adminWords } from "../words/admin";
import { placeWords } from "../words/place";
import { resultWords } from "../words/results";
import { settingWords } from "../words/settings";
import "../styles/admin.css";
import "../styles/results.css";

noteMadePoll();
addEventListener("invalid", openClosedParts, true);
const data = firstData();
const words = [pageWords, adminWords, resultWords, settingWords, placeWords];
await Promise.all(words.map(({ load }) => load(data.language)));
const context = pollContextOf(data);
show(
  <>
    <TopBar context={context} />
    <AdminPage context={context} data={data} />
  </>,
);
