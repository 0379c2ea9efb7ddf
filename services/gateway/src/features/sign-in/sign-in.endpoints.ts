import { isEmail } from "@polls/domain/input";
import type { ProblemSentence } from "@polls/domain/refusals";
import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { spend } from "../../http/limits/rate-limit";
import { reply } from "../../http/replies/reply";
import { networkOf } from "../../http/request/client-address";
import { mailRequestOf } from "../../http/request/mail-request";
import { publicEndpoint } from "../../http/routing/endpoint";
import { requestSignIn } from "./request-sign-in";
import { returnPathOf } from "./return-path";

const PER_MINUTE = 10;

const SignInBody = z
  .strictObject({
    email: z
      .string()
      .trim()
      .refine((text) => isEmail(text), "must be an e-mail address" satisfies ProblemSentence)
      .describe("The address that gets the link."),
    return_to: z
      .string()
      .optional()
      .describe(
        "The path of a page of the service, such as `/polls`, that the button of the link leads to. Default: `/polls`.",
      ),
  })
  .meta({ id: "SignIn", description: "A wish for a link to sign in or up." });
const SignInResponse = z
  .strictObject({ message: z.string().describe("A sentence for people, always the same.") })
  .meta({ id: "SignInAnswer", description: "The same answer for every address." });

/** Signing in and up by a mailed link. The answer is always the same (docs/reference/accounts.md#sign-in). */
export const signInEndpoints = [
  publicEndpoint({
    id: "account.signIn",
    method: "post",
    path: "/api/v1/account/sign_in",
    summary: "Have a link mailed to new tokens of an account, or to a new account",
    description:
      "Mails a link to a page that issues new tokens. The answer is the same whether or not the address has an account; an address without one may get a link to sign up.",
    tag: "Account",
    body: SignInBody,
    responses: { 202: SignInResponse },
    async handle(input, deps) {
      const { email, return_to } = input.body();
      const returnPath = return_to === undefined ? undefined : returnPathOf(return_to, deps.config);
      if (return_to !== undefined && returnPath === undefined) {
        throw new Invalid({ return_to: ["must be the path of a page of the service"] });
      }
      const key = `sign-in:${networkOf(input.clientAddress)}`;
      spend(deps.rateLimiter, { key, limit: PER_MINUTE });
      await requestSignIn(deps, {
        ...{ email, mail: mailRequestOf(input), returnPath, now: input.now, cause: input },
      });
      return reply(202, {
        message: "If this address may have a link, a mail is on its way to it.",
      });
    },
  }),
];
