import { createHash } from "node:crypto";

/** The style of all pages: one card in the colors of services/web, light and dark mode, for all screen sizes. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #f4f6f9; --card: #ffffff; --ink: oklch(22% .02 262); --soft: oklch(50% .022 262); --line: oklch(89.5% .011 262); --edge: oklch(62% .022 262); --main: oklch(47.5% .19 262); --on-main: #fff; --good: oklch(47% .12 152); --warn: oklch(49% .11 65); }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f1217; --card: #191d24; --ink: oklch(95% .006 262); --soft: oklch(74% .02 262); --line: oklch(32% .018 262); --edge: oklch(59.5% .022 262); --main: oklch(77% .12 262); --on-main: oklch(20% .04 262); --good: oklch(78% .14 152); --warn: oklch(80% .12 75); }
}
* { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; margin: 0; min-height: 100vh; overflow-wrap: anywhere; padding: 1rem; display: flex; flex-direction: column; align-items: center; }
main { background: var(--card); border-radius: 1.25rem; box-shadow: 0 2px 4px oklch(20% .02 262 / 8%), 0 6px 18px oklch(20% .02 262 / 10%); margin: clamp(0rem, 6vh - 1rem, 4rem) 0 1.5rem; max-width: 34rem; padding: clamp(1.25rem, 5vw, 2.5rem); width: 100%; }
.of { color: var(--soft); font-size: .95rem; margin: 0 0 .35rem; }
h1 { font-size: clamp(1.4rem, 5.2vw, 1.75rem); line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; }
h2 { font-size: 1.05rem; line-height: 1.3; margin: 1.5rem 0 .5rem; }
p { margin: 0 0 1rem; }
h1, h2, li, dd, label, strong, blockquote, .of, .text, input, textarea { unicode-bidi: plaintext; }
form { margin: 1.5rem 0 0; }
button, .button { background: var(--main); border: 0; border-radius: .6rem; color: var(--on-main); cursor: pointer; display: block; font: inherit; font-weight: 600; min-height: 3rem; padding: .7rem 1.5rem; text-align: center; text-decoration: none; width: 100%; }
button:hover, .button:hover { filter: brightness(1.08); }
a { color: var(--main); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
.quiet { background: none; border: 1px solid var(--edge); color: var(--main); }
@media (min-width: 34rem) { button, .button { min-width: 11rem; width: fit-content; } }
.asked { border: 1px solid var(--line); border-radius: .6rem; margin: 0 0 1rem; padding: 1rem; } .asked form { margin: 1rem 0 0; } .asked ul { margin: 0; } .asked > h2 { margin-top: 0; } form + .asked { margin-top: 1.5rem; } .asked > :last-child, .asked dl > :last-child { margin-bottom: 0; }
.menu { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1.5rem; } .menu a { padding: .35rem 0; } .menu [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
main:has(.menu) { max-width: 60rem; } main:has(.menu) > form, main:has(.menu) > p { max-width: 34rem; }
.search { align-items: end; display: flex; flex-wrap: wrap; gap: .5rem; } .search > div { flex: 1 1 14rem; } .search > * { margin: 0; } .search input { margin: 0; min-height: 3rem; } .search button { flex: 0 1 auto; min-width: 8rem; width: auto; }
@media (min-width: 48rem) { .rows { display: grid; grid-template-columns: 1fr 1fr; } .rows dt, .rows dd { border-top: 1px solid var(--line); margin: 0; padding: .5rem .75rem .5rem 0; } }
label { display: block; font-weight: 600; margin: 0 0 .35rem; }
input, textarea { background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; color: inherit; display: block; font: inherit; margin: 0 0 1rem; min-height: 2.75rem; padding: .5rem .75rem; width: 100%; }
input:focus-visible, textarea:focus-visible { outline: 3px solid var(--main); outline-offset: 1px; }
ul { margin: 0 0 1rem; padding-left: 1.2rem; }
li { margin: .25rem 0; }
details { margin: 0 0 .6rem; } details:last-of-type { margin-bottom: 1.25rem; } summary { cursor: pointer; } summary:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
dl { margin: 0 0 1rem; } dt { color: var(--soft); font-size: .95rem; } dd { margin: 0 0 .6rem; }
main > :last-child { margin-bottom: 0; }
.note { border-left: 3px solid var(--warn); margin: 1.5rem 0; padding: .1rem 0 .1rem .9rem; }
.note > :first-child { margin-top: 0; } .note > :last-child { margin-bottom: 0; }
.mark { display: block; height: 3rem; margin: 0 0 1rem; width: 3rem; }
.good { color: var(--good); } .warn { color: var(--warn); }
.after { margin-top: 1.25rem; margin-bottom: 0; }
.fine { color: var(--soft); font-size: .92rem; }
code { background: var(--paper); border-radius: .35rem; display: block; font: .95rem/1.5 ui-monospace, monospace; padding: .6rem .75rem; user-select: all; }
footer { color: var(--soft); font-size: .88rem; max-width: 34rem; padding: 0 clamp(.25rem, 5vw, 2.5rem); white-space: pre-line; width: 100%; }
footer p { margin: 0 0 .5rem; }
.operator, .legal { max-width: 34rem; width: 100%; }
.operator a { align-items: center; color: var(--ink); display: inline-flex; font-weight: 600; gap: .6rem; min-height: 2.5rem; text-decoration: none; }
.operator img { height: 2rem; max-width: 12rem; object-fit: contain; width: auto; }
.operator + main { margin-top: 2vh; }
.notice { background: var(--card); border: 1px solid var(--warn); border-radius: .6rem; padding: .6rem .9rem; }
.legal { display: flex; flex-wrap: wrap; font-size: .92rem; gap: .25rem 1.5rem; padding: 0 clamp(.25rem, 5vw, 2.5rem); }
.legal a { color: var(--soft); padding: .25rem 0; }
@media (forced-colors: active) { button, .button { border: 2px solid; } main { border: 1px solid; } }
`;

export const styleSource = (style: string): string =>
  `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
