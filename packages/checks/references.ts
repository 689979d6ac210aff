/** D03, D05, D12: uniqueness of numbers and codes, and codes of parcels in points and lines. */
import { draft, findingText } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { LayerInput } from './attributes.ts'

function* parcelTwice({ parcels }: Facts): Iterable<FindingDraft> {
  for (const [dkbm, { rows }] of parcels) {
    if (rows > 1) yield draft('DK', dkbm, 'DKBM', dkbm, `地块代码${dkbm}在图层中有${rows}条，应唯一`)
  }
}

function* namedParcels({ layer, row, object, place, facts }: LayerInput): Iterable<FindingDraft> {
  if (layer.name !== 'JZD' && layer.name !== 'JZX') return
  const value = findingText(row.attrs['DKBM'])
  const codes = value.split('/').filter(Boolean)
  const unknown = codes.filter((code) => !facts.parcels.has(code))
  if (unknown.length && facts.parcels.size) yield draft(layer.name, object, 'DKBM', unknown.join('/'), `地块${unknown.join('、')}在地块图层中不存在`, { place })
  if (layer.name === 'JZX' && codes.length > 2) {
    yield draft('JZX', object, 'DKBM', value, `一条界址线写了${codes.length}个地块，最多2个`, { place })
  }
}

/** Rules on codes over the whole package. */
export const referenceRules = { D05: parcelTwice } satisfies Rules<Facts>

/** Rules on codes named by one row. */
export const referenceRowRules = { D12: namedParcels } satisfies Rules<LayerInput>

/** Numbers met so far, eight bytes each; `repeated` sorts once and returns those that occur more than once. */
export interface CodeSets {
  add(value: number): void
  repeated(): Set<number>
}

/** An empty list of numbers (BSM of one layer). */
export function makeNumbers(): CodeSets {
  let list = new Float64Array(1024)
  let length = 0
  return {
    add: (value) => {
      if (length === list.length) {
        const longer = new Float64Array(length * 2)
        longer.set(list)
        list = longer
      }
      list[length++] = value
    },
    repeated: () => {
      const sorted = list.subarray(0, length).toSorted()
      const found = new Set<number>()
      for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) found.add(sorted[i] as number)
      return found
    },
  }
}
