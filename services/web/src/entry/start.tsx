import type { HomeData } from "../home/home-data";
import { loadWords, showPage } from "../home/show-page";
import { StartPage } from "../home/start-page";
import { readData } from "../shell/first-data";
import "../styles/admin/top.css";
import "../styles/admin/jobs.css";
import "../styles/start.css";

const data = readData<HomeData>();
await loadWords(data.language);
showPage(StartPage, data);
