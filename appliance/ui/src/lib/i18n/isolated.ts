/** Text whose direction of writing does not affect what stands around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
