import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

const FOLDER = "prisma/schema";

/** The files of the database schema of a project, each with its text. */
export const schemaFiles = (project = root) =>
  readdirSync(path.join(project, FOLDER))
    .sort()
    .map((name) => path.join(project, FOLDER, name))
    .map((file) => [file, readFileSync(file, "utf8")]);

/** The whole database schema, as the generated client contains it. */
export const schemaText = () =>
  schemaFiles()
    .map(([, text]) => text)
    .join("\n");
