/** How somebody is named in what was done: the person's name, else the account. */
export const personName = (p: { realName?: unknown; account?: unknown }): string => String(p.realName || p.account || '')
