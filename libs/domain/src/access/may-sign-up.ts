export const signUpModes = ["open", "domains", "invitation", "closed"] as const;

/** Who may create an account by a mailed link (docs/reference/accounts.md#sign-up). */
export interface SignUp {
  readonly mode: (typeof signUpModes)[number];
  /** With `domains`: the part after the @ of addresses that may sign up, in lower case. */
  readonly domains: readonly string[];
}

/** Whether an address may create an account. `isInvited`: an operator or an organization has invited it. */
export function maySignUp({ mode, domains }: SignUp, address: string, isInvited: boolean): boolean {
  switch (mode) {
    case "open":
      return true;
    case "domains":
      return isInvited || domains.includes(domainOf(address));
    case "invitation":
      return isInvited;
    case "closed":
      return false;
  }
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();
