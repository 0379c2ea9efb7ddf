/** Banned words, each with its replacement. */
const plain = {
  "somebody|someone": "name them: the client, the caller, another user",
  nobody: "no client, no process, no user",
  "anybody|everybody": "any client, every reader, all users",
  "whoever|whomever|whatever": "name the client, the caller, the value",
  anew: "again",
  "heeds?|heeded|heeding": "apply, follow",
  "booths?": "vote batcher",
  patience: "timeout",
  dear: "expensive",
  "turned away": "refused with 503",
  "in hand": "claimed, held",
  "at (?:the|its|their) door": "where it enters",
  "of ours": "of the service, of this process",
};

const spelling = {
  "behaviou?rs?(?<!behaviors?)": "behavior",
  "(?:neighb|col|fav|hon|lab|hum|harb)our(?:s|ed|ing|less|ful|able|ite|ites)?": "…or",
  "cancell(?:ed|ing)": "canceled, canceling",
  "(?:travell|labell|modell|signall|tunnell)(?:ed|ing|er)": "one l",
  "(?:organ|recogn|normal|serial|initial|optim|minim|maxim|summar|synchron|author|custom|sanit|util|final)is(?:e[sd]?|ing|ations?)":
    "…ize",
  "analys(?:ed|ing)": "analyzed, analyzing",
  "centred?|catalogues?|licences?|defences?|artefacts?|judgements?|programmes|grey|whilst|amongst|fulfil":
    "American spelling",
};

/** Citations of documents that are not in the repository. */
const citations = {
  "\\bS[124-8](?:\\.\\d+)?\\b|\\bS3\\.\\d+": "a heading of docs/reference",
  "\\b[Rr]ules? \\d+\\b": "a heading of docs/reference",
  "\\b[Dd]ecisions? (?:section )?\\d+|\\b[Ss]ections? \\d+(?:\\.\\d+)* of the decisions":
    "a heading of docs/reference",
  "\\b[Rr]eliability,? (?:section |§)?[A-Zae]?\\d[\\d.a-z]*": "a heading of docs/reliability.md",
  "\\b[Aa]rchitecture,? (?:section )?\\d+": "docs/ARCHITECTURE.md or a decision in docs/adr",
};

/** `ofNames`: the rule holds for names too. */
const rulesOf = (table, ofNames, patternOf) =>
  Object.entries(table).map(([words, advice]) => ({ ofNames, pattern: patternOf(words), advice }));
const wholeWord = (words) => new RegExp(`\\b(?:${words})\\b`, "gi");

export const rules = [
  ...rulesOf({ ...plain, ...spelling }, true, wholeWord),
  ...rulesOf(citations, false, (words) => new RegExp(words, "g")),
];

/** The words of a name: `isDear` is "is dear". */
export const wordsOf = (name) =>
  name
    .replace(/_/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
