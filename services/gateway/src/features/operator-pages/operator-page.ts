import { type Html, html, type Language } from "@polls/markup";
import type { Words } from "../../pages/languages/en";
import type { PageInput } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { REASON_MAX } from "../operators/audit-log";

export type OperatorSection = "service" | keyof Words["operate"]["sections"];

export interface OperatorView {
  readonly words: Words["operate"];
  readonly language: Language;
  readonly at: PageInput["at"];
  /** The text that was searched. */
  readonly query: string;
  /** Why an act was refused. */
  readonly problem?: string | undefined;
}

/** A page of operators around the content of a section. */
export function operatorPage(
  section: OperatorSection,
  content: readonly Html[],
  view: OperatorView,
): HtmlPage {
  const { words, language, problem } = view;
  return {
    status: problem === undefined ? 200 : 422,
    language,
    context: section === "service" ? undefined : words.title,
    title: section === "service" ? words.title : words.sections[section],
    tellsOrigin: true,
    content: [
      menu(section, view),
      ...(problem === undefined ? [] : [html`<p class="note" role="alert">${problem}</p>\n`]),
      ...content,
    ],
  };
}

export const onlyIf = (isShown: boolean, part: Html): Html | undefined =>
  isShown ? part : undefined;

const sectionNames = [
  "accounts",
  "polls",
  "reports",
  "mails",
  "suppressed",
  "audit",
] as const satisfies readonly OperatorSection[];

const isCurrent = html` aria-current="page"`;

const menu = (current: OperatorSection, { words, at }: OperatorView): Html =>
  html`<nav class="menu"><a href="${at("/operator")}"${onlyIf(current === "service", isCurrent)}>${words.service.title}</a>
${sectionNames.map(
  (name) =>
    html`<a href="${at(`/operator/${name}`)}"${onlyIf(current === name, isCurrent)}>${words.sections[name]}</a>\n`,
)}</nav>
`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const actForm = (
  { at }: OperatorView,
  act: string,
  fields: readonly Html[],
  button: string,
): Html =>
  html`<form method="post" action="${at(`/operator/${act}`)}">${fields}<button type="submit" class="quiet">${button}</button></form>\n`;

/** A form behind its heading, so that lists stay short. */
export const foldedForm = (summary: string, form: Html): Html =>
  html`<details><summary>${summary}</summary>${form}</details>\n`;

interface FieldFacts {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly required?: boolean;
  readonly type?: "text" | "email" | "number";
  readonly maxLength?: number;
}

/** A field with its label. `of` makes its id unique on the page. */
export const field = (
  of: string,
  { name, label, value = "", required, type = "text", maxLength = REASON_MAX }: FieldFacts,
): Html =>
  html`<label for="${name}-${of}">${label}</label>
<input id="${name}-${of}" name="${name}" type="${type}" value="${value}"${onlyIf(type === "number", html` min="0" step="1"`)}${onlyIf(type === "text", html` maxlength="${String(maxLength)}"`)}${onlyIf(required === true, html` required`)} autocomplete="off">
`;

export const reasonField = (of: string, label: string, required = false): Html =>
  field(of, { name: "reason", label, required });
