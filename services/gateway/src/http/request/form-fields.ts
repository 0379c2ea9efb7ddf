import { Invalid } from "@polls/domain/refusals";
import { badRequest, tooLarge } from "../replies/problem";

const DEPTH_MAX = 5;

/** A name, then keys in brackets, such as `option[content]`. An empty key appends to a list. */
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

interface Branch {
  readonly children: Map<string, FormNode>;
}
interface List {
  readonly entries: string[];
}
type FormNode = string | Branch | List;

export interface FormFields {
  /** Throws 400 for a malformed name, 413 for too many bytes, and 422 for a repeated field. */
  readonly add: (name: string, value: string) => void;
  /** The fields in the shape of the JSON body. All values are strings. */
  readonly value: () => unknown;
}

/** By hand, because `qs` does not report repeated fields (docs/reference/requests.md#forms). */
export function createFormFields(maxBytes: number): FormFields {
  const root: Branch = { children: new Map() };
  let bytes = 0;
  return {
    add(name, value) {
      bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (bytes > maxBytes) throw tooLarge(`The fields are larger than ${maxBytes} bytes`);
      const path = pathOf(name);
      if (path === undefined) throw badRequest("The form has a field with an invalid name");
      put(root, path, value, attributeOf(path));
    },
    value: () => plain(root),
  };
}

function pathOf(name: string): readonly string[] | undefined {
  const [, first, rest = ""] = NAME.exec(name) ?? [];
  if (first === undefined) return undefined;
  const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = ""]) => key);
  const path = [first, ...keys];
  return path.length > DEPTH_MAX || path.slice(0, -1).includes("") ? undefined : path;
}

function put(
  branch: Branch,
  [key = "", ...rest]: readonly string[],
  value: string,
  attribute: string,
): void {
  const known = branch.children.get(key);
  const [next] = rest;
  if (next === undefined) {
    if (known !== undefined) throw givenTwice(attribute);
    branch.children.set(key, value);
  } else if (next === "" && rest.length === 1) {
    const list = known ?? { entries: [] };
    if (typeof list === "string" || !("entries" in list)) throw givenTwice(attribute);
    list.entries.push(value);
    branch.children.set(key, list);
  } else {
    const inner = known ?? { children: new Map() };
    if (typeof inner === "string" || !("children" in inner)) throw givenTwice(attribute);
    branch.children.set(key, inner);
    put(inner, rest, value, attribute);
  }
}

/** The key in `errors`: the path without its envelope and without the brackets of a list. */
function attributeOf(path: readonly string[]): string {
  const named = path.filter((key) => key !== "");
  return (named.length > 1 && named[0] === "option" ? named.slice(1) : named).join(".");
}

const givenTwice = (attribute: string) => new Invalid({ [attribute]: ["is given more than once"] });

/** Defines own properties, so that `__proto__` is an unknown field like any other. */
function plain(node: FormNode): unknown {
  if (typeof node === "string") return node;
  if ("entries" in node) return node.entries;
  const object = {};
  for (const [key, child] of node.children) {
    Object.defineProperty(object, key, {
      value: plain(child),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}
