/** A form that is one table: its heads in one or two rows, a group of lines each with cells of the whole group (a household and its members), a last row of totals. */

export interface TableColumn {
  readonly title: string
  /** the head that stands above this column and its neighbours of the same name */
  readonly above?: string
  /** share of the width */
  readonly share: number
  /** one cell for all lines of a group */
  readonly own?: boolean
}
export interface TableDoc {
  readonly docId?: string
  readonly title: string
  /** what stands between title and table, up to three of them: left, middle, right */
  readonly facts: readonly string[]
  readonly paper: 'a4' | 'a3'
  readonly flipped: boolean
  readonly columns: readonly TableColumn[]
  /** cells of the own columns in order, and lines of the others */
  readonly groups: readonly { readonly own: readonly string[]; readonly lines: readonly (readonly string[])[] }[]
  readonly total?: readonly string[]
  readonly note?: string
  readonly signs?: readonly string[]
}
interface Head {
  title: string
  span: number
  /** stands over both rows of heads */
  both: boolean
}
/** The upper row of heads: neighbours with the same name above them share one. */
function headsOf(columns: readonly TableColumn[]): Head[] {
  const heads: Head[] = []
  for (const [i, c] of columns.entries()) {
    const last = heads.at(-1)
    if (c.above !== undefined && last && !last.both && columns[i - 1]!.above === c.above) last.span += 1
    else heads.push({ title: c.above ?? c.title, span: 1, both: c.above === undefined })
  }
  return heads
}
/** @returns the JSON the template reads: each line with its cells in the order of the columns, those of the whole group in the first alone, with the number of its lines */
export function tableModel(d: TableDoc) {
  const blank = d.columns.filter((c) => !c.own).map(() => '')
  const rows = d.groups.flatMap(({ own, lines }) => {
    const all = lines.length ? lines : [blank]
    return all.map((line, n) => {
      const [mine, others] = [[...own], [...line]]
      return d.columns.flatMap((c) => {
        if (!c.own) return [{ text: others.shift() ?? '', span: 1 }]
        const text = mine.shift() ?? ''
        return n === 0 ? [{ text, span: all.length }] : []
      })
    })
  })
  const heads = headsOf(d.columns)
  return {
    ...d,
    heads,
    below: heads.some((h) => !h.both) ? d.columns.filter((c) => c.above !== undefined).map((c) => c.title) : [],
    shares: d.columns.map((c) => c.share),
    rows,
    total: d.total ?? [],
    note: d.note ?? '',
    signs: d.signs ?? [],
  }
}

/** A form of plain lines: what a sheet of figures says, on paper. */
export const plainTable = (
  d: Omit<TableDoc, 'groups' | 'paper' | 'flipped'> & { rows: readonly (readonly string[])[]; paper?: TableDoc['paper'] },
): TableDoc => {
  const { rows, ...rest } = d
  return { paper: 'a4', flipped: true, ...rest, groups: rows.map((line) => ({ own: [], lines: [line] })) }
}
