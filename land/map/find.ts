// What is asked of the parcels for what somebody typed into the search of the map. Pure.

/** Filters of the list of parcels, each asked by itself: a contract and its holder have the same first eighteen digits. */
export function parcelsAsked(typed: string): Record<string, string>[] {
  const word = typed.trim().toUpperCase()
  if (/^\d{18}$/.test(word)) return [{ dkbm: word }, { cbfbm: word }]
  if (/^\d{18}[A-Z]\d*$/.test(word)) return [{ cbfbm: word.slice(0, 18) }]
  if (/^\d+$/.test(word)) return [{ dkbm: word }]
  return [{ cbfmc: typed.trim() }, { dkmc: typed.trim() }]
}
