export { type Html, html } from "@polls/markup";
