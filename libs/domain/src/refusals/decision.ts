/** The result of a rule: allowed, or refused for one named reason. */
export type Decision<Reason extends string> =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly because: Reason };

export const allow = { allowed: true } as const;

export const refuse = <Reason extends string>(because: Reason) =>
  ({ allowed: false, because }) as const;
