import { AdminPage } from "../admin/admin-page";
import { pollDeskOf } from "../admin/poll-desk";
import { TopBar } from "../parts/top-bar";
import { firstData } from "../shell/first-data";
import { show } from "../shell/show";
import "../styles/admin.css";
import "../styles/results.css";

const data = firstData();
const desk = pollDeskOf(data);
show(
  <>
    <TopBar desk={desk} />
    <AdminPage desk={desk} data={data} />
  </>,
);
