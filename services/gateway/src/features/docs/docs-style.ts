/** On wide screens the navigation is beside the content, otherwise above it. */
export const docsStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #545d68; --line: #d5d9de; --soft: #f1f3f5; --link: #1a56a8; --focus: #1a56a8; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e6e9ec; --quiet: #a7b0ba; --line: #3a4148; --soft: #1f2428; --link: #8ab8ff; --focus: #8ab8ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
header, main { padding: 1rem; }
main { max-width: 60rem; min-width: 0; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
  header { border-right: 1px solid var(--line); height: 100vh; overflow-y: auto; position: sticky; top: 0; }
  main { padding: 1rem 2rem; }
}
.skip { background: var(--paper); left: 0; padding: .5rem 1rem; position: absolute; top: -10rem; z-index: 1; }
.skip:focus { top: 0; }
/* What needs the script has its place before it runs, so that nothing moves. */
:root:not(.has-script) .needs-script { visibility: hidden; }
@media (scripting: none) { .needs-script { display: none; } }
h1, h2 { line-height: 1.2; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .25rem; margin-top: 2.5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
small { color: var(--quiet); font-size: .875em; font-weight: 400; }
code, pre, textarea, .secret { font: .875em/1.5 ui-monospace, monospace; }
code { background: var(--soft); border-radius: .25rem; padding: .1em .3em; }
pre { background: var(--soft); border-radius: .5rem; margin: .5rem 0; padding: .75rem; white-space: pre-wrap; }
pre code { background: none; font-size: 1em; padding: 0; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .5rem; }
summary { cursor: pointer; padding: .65rem 0; }
nav details { border: 0; margin: 0; padding: 0; }
@media (max-width: 63.99rem) { nav { column-gap: 1rem; columns: 9rem; } nav > * { break-inside: avoid; } }
nav ul, #found { list-style: none; margin: 0; padding: 0 0 .5rem .75rem; }
nav li a, #found a, nav p a { display: inline-block; padding: .25rem .5rem .25rem 0; }
#found { padding-left: 0; }
#found a { border-top: 1px solid var(--line); color: inherit; display: block; padding: .5rem 0; text-decoration: none; }
#found a:hover code { text-decoration: underline; }
#found span { color: var(--quiet); display: block; font-size: .875em; }
#count { margin: .25rem 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.method { border-radius: .25rem; color: #fff; display: inline-block; font: 600 .75rem/1.6 ui-monospace, monospace; min-width: 3.8rem; text-align: center; }
.get { background: #1c6b3c; } .post { background: #1a56a8; } .patch { background: #8a5200; } .delete { background: #a3242b; }
dl { margin: 0; } dt { margin-top: .5rem; } dd { margin: 0 0 0 1rem; }
.fields { list-style: none; margin: .25rem 0; padding: 0 0 0 .75rem; border-left: 2px solid var(--line); }
.fields li { padding: .15rem 0; }
.samples { margin: .5rem 0; }
.samples .sample { margin: -1px 0 0; border-radius: 0; }
label { display: block; margin: .75rem 0; }
input, textarea { background: var(--paper); border: 1px solid var(--quiet); border-radius: .35rem; color: inherit; display: block; font-size: 1rem; margin-top: .25rem; padding: .5rem; width: 100%; }
.secret { -webkit-text-security: disc; }
button { background: var(--soft); border: 1px solid var(--quiet); border-radius: .35rem; color: inherit; cursor: pointer; font: inherit; min-height: 2.5rem; padding: .35rem 1rem; }
.answer { min-height: 1.5rem; }
@media (forced-colors: active) { .method { border: 1px solid; } }
`;
