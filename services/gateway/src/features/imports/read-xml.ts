import { SaxesParser } from "saxes";
import { limits, Unreadable } from "./table";

interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Reads an XML part. Custom entities are not resolved, and names are without their prefix. */
export function readXml(xml: string, { open: opened, text, close }: Handlers): void {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  let elements = 0;
  let depth = 0;
  let attributeCount = 0;
  parser.on("opentagstart", () => {
    elements++;
    depth++;
    attributeCount = 0;
    if (elements > limits.elements) {
      throw new Unreadable(`has a part with more than ${limits.elements} elements`);
    }
    if (depth > limits.depth) {
      throw new Unreadable(`has a part with more than ${limits.depth} levels`);
    }
  });
  parser.on("attribute", () => {
    attributeCount++;
    if (attributeCount > limits.attributes) {
      throw new Unreadable(`has an element with more than ${limits.attributes} attributes`);
    }
  });
  parser.on("opentag", ({ name, attributes }) => {
    opened?.(local(name), attributes as Readonly<Record<string, string>>);
  });
  parser.on("text", (part) => text?.(part));
  parser.on("cdata", (part) => text?.(part));
  parser.on("closetag", ({ name }) => {
    depth--;
    close?.(local(name));
  });
  parser.on("error", () => {
    throw new Unreadable("is broken");
  });
  parser.write(xml).close();
}
