import type { Operator } from "@polls/config";
import { ownDirection } from "@polls/domain/naming";
import { type Html, html } from "@polls/markup";
import { wordsIn } from "../languages";
import type { MailContent } from "./template";

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For mail programs with dark mode. All others use the styles of the elements. */
const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #14171a !important; }
  .card { background: #1f2327 !important; border-color: #3a4148 !important; }
  .ink { color: #eceff2 !important; }
  .soft, .soft a { color: #a7b0ba !important; }
  .link { color: #7fb0ff !important; }
  .quote { border-color: #59626e !important; }
}`;

const noOperator: Operator = {
  name: undefined,
  color: undefined,
  imprintUrl: undefined,
  privacyUrl: undefined,
};

/** A mail as HTML: one column of tables, no external content, with dark mode. */
export function renderHtml(content: MailContent, operator: Operator = noOperator): string {
  const {
    language,
    about,
    heading,
    greeting,
    paragraphs,
    quoted,
    items = [],
    button,
    fine,
    imprint,
  } = content;
  const page = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${content.subject}</title>
<style>${{ markup: darkMode }}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f4f5f7">
<div style="display:none;max-height:0;overflow:hidden">${[paragraphs[0], ...items].join(" · ")}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f5f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">${head(content, operator)}<tr><td class="card" style="background:#ffffff;border:1px solid #d8dce1;border-radius:12px;padding:32px 28px;${font};font-size:17px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word">
${about === undefined ? undefined : html`<p dir="auto" class="soft" style="margin:0 0 6px;color:#59626e;font-size:15px">${about}</p>\n`}<h1 dir="auto" class="ink" style="margin:0 0 18px;color:#1b1f24;font-size:25px;line-height:1.25;font-weight:700">${heading}</h1>
${greeting === undefined ? undefined : paragraph(greeting)}${paragraphs.map(paragraph)}${quoted === undefined ? undefined : quotation(quoted)}${items.length === 0 ? undefined : list(items)}${button === undefined ? undefined : action(button, accentOf(content, operator))}${fine.map(small)}</td></tr>
${footer(content.unsubscribe, imprint, linksOf(content, operator))}</table>
</td></tr></table>
</body>
</html>
`;
  return `<!doctype html>\n${page.markup}`;
}

const paragraph = (text: string): Html =>
  html`<p class="ink" style="margin:0 0 16px;color:#1b1f24">${text}</p>\n`;

const quotation = ({ label, lines }: NonNullable<MailContent["quoted"]>): Html =>
  html`<p class="ink" style="margin:0 0 6px;color:#1b1f24">${label}</p>
<blockquote class="soft quote" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:4px solid #d8dce1;color:#59626e">${lines.map(
    (line) => html`<p dir="auto" style="margin:0 0 4px">${line}</p>`,
  )}</blockquote>\n`;

const list = (items: readonly string[]): Html =>
  html`<ul class="ink" style="margin:0 0 16px;padding-left:22px;color:#1b1f24">${items.map(
    (item) => html`<li style="margin:4px 0">${ownDirection(item)}</li>`,
  )}</ul>\n`;

const ACCENT = { color: "#1d5fbf", textColor: "#ffffff" };

const accentOf = ({ whiteLabel }: MailContent, { color }: Operator): typeof ACCENT =>
  whiteLabel ? ACCENT : (color?.light ?? ACCENT);

/** The name of the operator, above the card. */
const head = ({ whiteLabel }: MailContent, { name }: Operator): Html | undefined =>
  name === undefined || whiteLabel
    ? undefined
    : html`<tr><td class="ink" style="padding:0 28px 14px;color:#1b1f24;${font};font-size:16px;font-weight:600">${name}</td></tr>\n`;

interface LegalLink {
  readonly label: string;
  readonly url: string;
}

/** Links that the law requires of the operator, also in mails of polls with `white_label`. */
function linksOf(
  { language }: MailContent,
  { imprintUrl, privacyUrl }: Operator,
): readonly LegalLink[] {
  const { imprint, privacy } = wordsIn(language).operator;
  return [
    { label: imprint, url: imprintUrl },
    { label: privacy, url: privacyUrl },
  ].flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }]));
}

const action = (
  { label, url, hint }: NonNullable<MailContent["button"]>,
  { color, textColor }: typeof ACCENT,
): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td align="center" bgcolor="${color}" style="border-radius:9px;background:${color}"><a href="${url}" style="display:block;padding:14px 24px;color:${textColor};${font};font-size:17px;font-weight:600;text-decoration:none;border-radius:9px">${label}</a></td></tr></table>
<p class="soft" style="margin:0 0 6px;color:#59626e;font-size:14px">${hint}</p>
<p style="margin:0 0 20px;font-size:14px"><a class="link" href="${url}" style="color:#1d5fbf;word-break:break-all">${url}</a></p>
`;

const small = (text: string): Html =>
  html`<p class="soft" style="margin:0 0 8px;color:#59626e;font-size:14px">${text}</p>\n`;

function footer(
  unsubscribe: MailContent["unsubscribe"],
  imprint: readonly string[],
  links: readonly LegalLink[],
): Html | undefined {
  if (unsubscribe === undefined && imprint.length === 0 && links.length === 0) return undefined;
  const leave =
    unsubscribe &&
    html`<p style="margin:0 0 8px"><a href="${unsubscribe.url}" style="color:#59626e">${unsubscribe.label}</a></p>\n`;
  return html`<tr><td class="soft" style="padding:18px 28px;color:#59626e;${font};font-size:13px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word">
${leave}${imprint.map((line) => html`<p style="margin:0 0 8px">${line}</p>`)}${links.map(
  ({ label, url }) =>
    html`<p style="margin:0 0 8px"><a href="${url}" style="color:#59626e">${label}</a></p>\n`,
)}
</td></tr>
`;
}

export function renderText(content: MailContent, operator: Operator = noOperator): string {
  const {
    about,
    heading,
    greeting,
    paragraphs,
    quoted,
    items = [],
    button,
    fine,
    imprint,
    unsubscribe,
  } = content;
  return [
    content.whiteLabel ? undefined : operator.name,
    about,
    heading,
    greeting,
    ...paragraphs,
    quoted && [quoted.label, ...quoted.lines.map((line) => `> ${line}`)].join("\n"),
    items.length === 0 ? undefined : items.map((item) => `- ${ownDirection(item)}`).join("\n"),
    button && `${button.label}:\n${button.url}`,
    ...fine,
    unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`,
    ...(imprint.length === 0 ? [] : ["-- ", ...imprint]),
    ...linksOf(content, operator).map(({ label, url }) => `${label}: ${url}`),
  ]
    .filter((part) => part !== undefined)
    .join("\n\n")
    .concat("\n");
}
