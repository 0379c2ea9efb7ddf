// The responses of the payment provider as JSON schemas, read from the types of its SDK by the TypeScript
// compiler. References to objects that the simulated provider does not have are ids.

import path from "node:path";
import ts from "typescript";

/** The objects that the simulated provider returns, and their types. */
export const answerTypes = {
  "checkout.session": "Checkout.Session",
  payment_intent: "PaymentIntent",
  charge: "Charge",
  balance_transaction: "BalanceTransaction",
  refund: "Refund",
  dispute: "Dispute",
  price: "Price",
  account: "Account",
  account_link: "AccountLink",
  application: "Application",
  transfer: "Transfer",
  transfer_reversal: "TransferReversal",
};

/** The schemas of all responses, by the value of their field `object`. The packages below `root` include the SDK. */
export function answerSchemas(root) {
  const entry = path.join(root, "payment-answers.ts");
  const lines = Object.values(answerTypes).map(
    (type, at) => `export type Answer${at} = Stripe.${type};`,
  );
  const text = ['import type Stripe from "stripe";', ...lines].join("\n");
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === entry || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === entry ? ts.createSourceFile(name, text, rest[0]) : getSourceFile(name, ...rest);
  const program = ts.createProgram([entry], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const definitions = {};
  const names = new Map();
  const exported = new Map(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(source))
      .map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
  );
  const roots = new Set(Object.keys(answerTypes).map((_, at) => exported.get(`Answer${at}`)));

  /** The value of the field `object` of the provider's objects. */
  const kindOf = (type) => {
    const field = checker.getPropertyOfType(type, "object");
    const value = field && checker.getTypeOfSymbol(field);
    return value?.isStringLiteral() ? value.value : undefined;
  };
  const isOpenEnd = (type) => type.isIntersection() && type.aliasSymbol?.name !== "Decimal";
  const isForeign = (type) =>
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    !roots.has(type) &&
    kindOf(type) !== undefined &&
    kindOf(type) !== "list";

  function schemaOf(type) {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral)
      return { const: checker.typeToString(type) === "true" };
    if (flags & ts.TypeFlags.String) return { type: "string" };
    if (flags & ts.TypeFlags.Number) return { type: "number" };
    if (flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.isUnion()) return schemaOfUnion(type);
    // Decimals are texts in responses; the SDK converts them to objects.
    if (type.aliasSymbol?.name === "Decimal") return { type: "string" };
    // The type for unknown values in the SDK's enumerations, which the simulated provider does not use.
    if (isOpenEnd(type)) return { not: {} };
    if (checker.isArrayType(type)) {
      return { type: "array", items: schemaOf(checker.getTypeArguments(type)[0]) };
    }
    if (isForeign(type)) return { not: {} };
    return { $ref: `#/definitions/${define(type)}` };
  }

  function schemaOfUnion(type) {
    const parts = type.types.filter(
      ({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)),
    );
    const words = parts.filter((part) => part.isStringLiteral()).map(({ value }) => value);
    const rest = parts
      .filter((part) => !part.isStringLiteral() && !isOpenEnd(part) && !isForeign(part))
      .map(schemaOf);
    const schemas = words.length === 0 ? rest : [{ enum: words.sort() }, ...rest];
    const unique = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
    if (unique.length === 0) return { not: {} };
    return unique.length === 1 ? unique[0] : { anyOf: unique };
  }

  function define(type) {
    const known = names.get(type);
    if (known !== undefined) return known;
    const name = `T${names.size}`;
    names.set(type, name);
    const properties = {};
    const required = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const held = checker.getTypeOfSymbol(property);
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const kinds = held.isUnion() ? held.types : [held];
      if (kinds.every(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)))
        continue;
      properties[property.name] = schemaOf(held);
      if (!isOptional) required.push(property.name);
    }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    definitions[name] = {
      type: "object",
      properties,
      required: required.sort(),
      additionalProperties: index === undefined ? false : schemaOf(index),
    };
    return name;
  }

  const answers = Object.fromEntries(
    Object.keys(answerTypes).map((kind, at) => [kind, define(exported.get(`Answer${at}`))]),
  );
  return { answers, definitions };
}
