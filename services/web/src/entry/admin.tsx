import { AdminPage } from "../poll/admin-page";
import { start } from "../shell/start";

start(AdminPage);
