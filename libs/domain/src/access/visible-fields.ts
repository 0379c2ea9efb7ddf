export type Rule<Viewer> = (viewer: Viewer) => boolean;

/** The rule of each field of a representation. A missing rule is a compile error. */
export type FieldRules<Name extends string, Viewer> = { readonly [Field in Name]: Rule<Viewer> };

/** The fields that the viewer sees and that have a value. */
export function visibleFields<Name extends string, Viewer>(
  rules: FieldRules<Name, Viewer>,
  viewer: Viewer,
  values: { readonly [Field in Name]?: unknown },
): { readonly [Field in Name]?: unknown } {
  const shown: { [Field in Name]?: unknown } = {};
  for (const name of Object.keys(rules) as Name[]) {
    const value = values[name];
    if (value !== undefined && rules[name](viewer)) shown[name] = value;
  }
  return shown;
}

/** Every viewer sees the field. */
export const always = (): boolean => true;

/** All of the rules must allow the field. */
export const both =
  <Viewer>(...rules: readonly Rule<Viewer>[]): Rule<Viewer> =>
  (viewer) =>
    rules.every((rule) => rule(viewer));

/** At least one of the rules must allow the field. */
export const either =
  <Viewer>(...rules: readonly Rule<Viewer>[]): Rule<Viewer> =>
  (viewer) =>
    rules.some((rule) => rule(viewer));

/** The rule must not allow the field. */
export const not =
  <Viewer>(rule: Rule<Viewer>): Rule<Viewer> =>
  (viewer) =>
    !rule(viewer);
