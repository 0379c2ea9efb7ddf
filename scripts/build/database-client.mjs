// `node scripts/build/database-client.mjs`: writes the database client, as `prisma generate` does.
import { createRequire } from "node:module";
import path from "node:path";
import { schemaFiles, schemaText } from "../setup/database-schema.mjs";
import { root } from "../setup/root.mjs";

// Their form for `import` does not load in Node.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
const { getConfig, getDMMF } = require("@prisma/internals");

const schemaPath = path.join(root, "prisma/schema");
const sources = { datamodel: schemaFiles() };
const { generators, datasources } = await getConfig(sources);
const [generator] = generators;
const output = { ...generator.output, value: path.resolve(schemaPath, generator.output.value) };
const client = new PrismaClientTsGenerator();
const { requiresEngineVersion } = await client.getManifest({ ...generator, output });
await client.generate({
  generator: { ...generator, output },
  otherGenerators: [],
  schemaPath,
  datamodel: schemaText(),
  datasources,
  dmmf: await getDMMF(sources),
  version: requiresEngineVersion,
});
