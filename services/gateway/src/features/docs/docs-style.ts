/** The style of the documentation page: one column, system fonts, light and dark. */
export const docsStyle = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .25rem; margin-top: 2.5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
small { opacity: .75; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { background: var(--soft); border-radius: .25rem; padding: .1em .3em; }
pre { background: var(--soft); border-radius: .5rem; overflow-x: auto; padding: .75rem; }
nav a { display: inline-block; padding: .4rem .6rem .4rem 0; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; }
summary { cursor: pointer; padding: .65rem 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid; outline-offset: 2px; }
.method { border-radius: .25rem; color: #fff; display: inline-block; font: 600 .75rem/1.6 ui-monospace, monospace; min-width: 3.8rem; text-align: center; }
.get { background: #1c6b3c; } .post { background: #1a56a8; } .patch { background: #8a5200; } .delete { background: #a3242b; }
dl { margin: 0; } dt { margin-top: .5rem; } dd { margin: 0 0 0 1rem; }
.fields { list-style: none; margin: .25rem 0; padding: 0 0 0 .75rem; border-left: 2px solid var(--line); }
.fields li { padding: .15rem 0; }
`;
