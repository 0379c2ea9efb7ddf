/** The page where something is paid for (decisions 10). */
export const payUrl = (baseUrl: URL, token: string): string => `${baseUrl.origin}/pay/${token}`;
