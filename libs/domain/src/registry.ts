/** A fixed list of variants with lookup by name. */
export interface Registry<Variant extends { readonly name: string }> {
  readonly all: readonly Variant[];
  readonly names: readonly string[];
  /** The variant with a name from a request, or undefined if the name is unknown. */
  readonly find: (name: string) => Variant | undefined;
  /** The variant with a stored name. Throws when the name is unknown, which is a defect. */
  readonly get: (name: string) => Variant;
}

/** Creates a registry; `kind` names the variants in error messages. Throws when a name occurs twice. */
export function registry<Variant extends { readonly name: string }>(
  kind: string,
  variants: readonly Variant[],
): Registry<Variant> {
  const byName = new Map(variants.map((variant) => [variant.name, variant]));
  if (byName.size !== variants.length) throw new Error(`Two entries for one ${kind}`);
  const find = (name: string) => byName.get(name);
  return {
    all: variants,
    names: variants.map(({ name }) => name),
    find,
    get(name) {
      const variant = find(name);
      if (variant === undefined) throw new Error(`Unknown ${kind}: ${name}`);
      return variant;
    },
  };
}
