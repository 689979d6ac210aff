// Tallies by many keys, folded into counters that formulas name.
import type { TopicName } from '../../land/parts/tallies.ts'
import { sumFigures, areaFigure } from '../../land/definitions/area.ts'

interface Told {
  topic: TopicName
  key: string
  n: number
  area: string | number
}
/** The names of the counters that a tally adds to. `dklb`: the only category of parcels that counts. */
function namesOf({ topic, key }: Told, dklb?: string): string[] {
  if (topic === 'letter') return [`letter.${key}`]
  if (topic === 'issuedLetter') return [`issued.${key}`]
  if (topic === 'ended') return ['ended']
  if (topic === 'registry') return ['books']
  const [amount = '', thing = '', value = '', base = '', share = ''] = key.split('|')
  if (topic === 'line') {
    if (thing !== 'all') return [`line.${amount}.${thing}.${value}`]
    return amount === 'ht' ? ['line.ht', `line.ht.way.${base}`, `line.ht.share.${share}`] : [`line.${amount}`]
  }
  if (dklb && base !== dklb) return []
  return thing === 'all' ? ['dk', `dk.dklb.${base}`] : [`dk.${thing}.${value}`]
}
/** Adds tallies of one region to its counters. */
export function fold(into: Record<string, number>, tallies: readonly Told[], dklb?: string): Record<string, number> {
  for (const t of tallies)
    for (const name of namesOf(t, dklb)) {
      into[name] = (into[name] ?? 0) + t.n
      into[`${name}:mu`] = sumFigures(into[`${name}:mu`] ?? 0, areaFigure(t.area))
    }
  return into
}
