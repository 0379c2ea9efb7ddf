/** A written-out list of variants, found by name. */
export interface Registry<Variant extends { readonly name: string }> {
  readonly all: readonly Variant[];
  readonly names: readonly string[];
  /** The variant of that name; undefined for a name that a client made up. */
  readonly find: (name: string) => Variant | undefined;
  /** The variant of a stored name. Throws on an unknown one: that is a defect, never a default. */
  readonly get: (name: string) => Variant;
}

/** Makes a registry; `what` names its kind in the message of the defect. */
export function registry<Variant extends { readonly name: string }>(
  what: string,
  variants: readonly Variant[],
): Registry<Variant> {
  const byName = new Map(variants.map((variant) => [variant.name, variant]));
  if (byName.size !== variants.length) throw new Error(`Two entries for one ${what}`);
  const find = (name: string) => byName.get(name);
  return {
    all: variants,
    names: variants.map(({ name }) => name),
    find,
    get(name) {
      const variant = find(name);
      if (variant === undefined) throw new Error(`Unknown ${what}: ${name}`);
      return variant;
    },
  };
}
