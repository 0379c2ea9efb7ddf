import { pollPage } from "../poll/poll-page";
import { start } from "../shell/start";
import { Table } from "../table/table";

start(pollPage(Table));
