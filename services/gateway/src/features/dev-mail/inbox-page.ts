import { type Html, html } from "@polls/markup";
import type { PageInput } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";

export interface DevMessage {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly attachments: readonly {
    readonly name: string;
    readonly contentType: string;
    readonly bytes: number;
  }[];
  readonly received_at: string;
}

/** How often the inbox is loaded again. */
export const REFRESH_SECONDS = 5;

export const inboxPage = (messages: readonly DevMessage[], at: PageInput["at"]): HtmlPage => ({
  status: 200,
  language: "en",
  context: "Development",
  title: "Mails",
  content:
    messages.length === 0
      ? [
          html`<p>Nothing has been sent yet. This page shows a new mail within ${REFRESH_SECONDS} seconds.</p>`,
        ]
      : [
          html`<ul>${messages.map(
            ({ id, to, subject, received_at }) =>
              html`<li><a href="${at(`/dev/mail/${id}`)}">${subject === "" ? "(no subject)" : subject}</a><br><span class="fine">to ${to}, <span style="white-space:nowrap">${received_at.slice(0, 19).replace("T", " ")} UTC</span></span></li>`,
          )}</ul>`,
        ],
});

/** The text of a mail. The longest address comes first, because another one may be its beginning. */
function withLinks({ text, links }: Pick<DevMessage, "text" | "links">): readonly Html[] {
  const [link, ...others] = links.toSorted((left, right) => right.length - left.length);
  if (link === undefined) return [html`${text}`];
  return text.split(link).flatMap((part, at) => {
    const shown = withLinks({ text: part, links: others });
    return at === 0 ? shown : [html`<a href="${link}" target="_blank">${link}</a>`, ...shown];
  });
}

export function messagePage(message: DevMessage | undefined, at: PageInput["at"]): HtmlPage {
  if (message === undefined) {
    const content = [html`<p><a href="${at("/dev/mail")}">All mails</a></p>`];
    return { status: 404, language: "en", title: "There is no such mail", content };
  }
  const { id, to, from, subject, attachments } = message;
  return {
    status: 200,
    language: "en",
    context: `${from} to ${to}`,
    title: subject,
    content: [
      html`<p><a href="${at("/dev/mail")}">All mails</a> · <a href="${at(`/dev/mail/${id}/html`)}">HTML alone</a> · <a href="${at(`/dev/mail/${id}/source`)}">Source</a></p>`,
      html`<iframe title="The mail as HTML" src="${at(`/dev/mail/${id}/html`)}" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:1px solid var(--line);border-radius:.6rem;width:100%;height:36rem"></iframe>`,
      html`<h2>Text</h2><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(message)}</pre>`,
      ...(attachments.length === 0
        ? []
        : [
            html`<h2>Attachments</h2><ul>${attachments.map(
              ({ name, contentType, bytes }) =>
                html`<li>${name} (${contentType}, ${bytes} bytes)</li>`,
            )}</ul>`,
          ]),
    ],
  };
}
