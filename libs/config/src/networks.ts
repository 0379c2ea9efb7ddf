import { BlockList, isIP } from "node:net";
import { z } from "zod";

const problem = "must be addresses or networks such as 10.0.0.0/8, separated by commas";

/** A list of addresses and networks, separated by commas: `10.0.0.0/8, ::1`. */
export const networks = z.string().transform((text, context): BlockList => {
  const list = new BlockList();
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [address = "", bits, more] = part.split("/");
    const family = isIP(address);
    const longest = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? longest : Number(bits);
    if (
      family === 0 ||
      more !== undefined ||
      !/^\d*$/.test(bits ?? "") ||
      bits === "" ||
      prefix > longest
    ) {
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    }
    list.addSubnet(address, prefix, family === 4 ? "ipv4" : "ipv6");
  }
  return list;
});
