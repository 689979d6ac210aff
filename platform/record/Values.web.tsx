import type { ReactNode } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { groupsOf } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { CodeText } from './Head.web.tsx'
import { recordWords as words } from './words.ts'

interface ValuesProps {
  of: AnyResource
  row: AnyRow
  /** only these fields, in this order */
  only?: readonly string[]
  without?: readonly string[]
  /** what is shown of a field otherwise than its kind does */
  show?: Readonly<Record<string, ReactNode>>
}
const isBlank = (v: unknown): boolean => v === null || v === undefined || v === ''

/** Values of a record to be read: label above text, masked as they came, codes with a button that copies them. */
export function RecordValues({ of: r, row, only, without = [], show = {} }: ValuesProps) {
  const { say } = useSay()
  const all = only
    ? only.flatMap((n) => (r.fields[n] ? [[n, r.fields[n]] as const] : []))
    : entries(r).filter(([, f]) => f.form !== 'none' && f.kind !== 'geom' && f.kind !== 'json')
  return (
    <dl className="record-values">
      {all
        .filter(([n]) => !without.includes(n))
        .map(([n, f]) => (
          <div key={n} className={f.kind === 'note' ? 'record-wide' : undefined}>
            <dt>{say(labelOf(f))}</dt>
            <dd>
              {show[n] ??
                (isBlank(row[n]) ? (
                  <span className="record-blank">{say(words.none)}</span>
                ) : f.fixed && f.kind === 'text' ? (
                  <CodeText of={String(row[n])} />
                ) : (
                  kinds[f.kind].show(row[n], f, n, row)
                ))}
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** All values that the form of a definition has, by its groups, each a part with its head. */
export function GroupedValues({ of: r, row, without = [], show }: Omit<ValuesProps, 'only'>) {
  const { say } = useSay()
  return groupsOf(r).map((g) => {
    const names = g.names.filter((n) => !without.includes(n))
    if (names.length === 0) return null
    return (
      <RecordPart key={g.key} title={g.key ? say(r.groups![g.key]!) : say({ zh: r.label, en: r.en })}>
        <RecordValues of={r} row={row} only={names} {...(show ? { show } : {})} />
      </RecordPart>
    )
  })
}

/** A part of a record: a card with its head, `note` at the right of it. */
export function RecordPart({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="record-part" aria-label={title}>
      <div className="record-part-head">
        <h2>{title}</h2>
        {note && <span>{note}</span>}
      </div>
      {children}
    </section>
  )
}
