import { AdminPage } from "../admin/admin-page";
import { pollDeskOf } from "../admin/poll-desk";
import { TopBar } from "../parts/page/top-bar";
import { firstData } from "../shell/first-data";
import { show } from "../shell/show";
import { pageWords } from "../words";
import { adminWords } from "../words/admin";
import { resultWords } from "../words/results";
import { settingWords } from "../words/settings";
import "../styles/admin.css";
import "../styles/results.css";

const data = firstData();
const words = [pageWords, adminWords, resultWords, settingWords];
await Promise.all(words.map(({ load }) => load(data.language)));
const desk = pollDeskOf(data);
show(
  <>
    <TopBar desk={desk} />
    <AdminPage desk={desk} data={data} />
  </>,
);
