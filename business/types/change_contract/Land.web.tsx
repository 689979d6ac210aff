import { Alert, Button, Checkbox, Flex, Select, type TableColumnType } from 'antd'
import { isArea, m2, mu, toM2, toMu } from '../../../land/definitions/area.ts'
import type { Field } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { dk } from '../../../land/definitions/dk.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { LETTER } from '../../cases/definitions/parts.ts'
import { useBook } from '../../parts/Book.web.tsx'
import { Balance, Cell, faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import { linesIn } from '../../cases/web/lines.web.ts'
import { AREA_REASON } from '../../cases/rules/area-limits.ts'
import { Parcels } from '../../parts/Parcels.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { pieceArea, Cutting } from '../../cases/web/Cutting.web.tsx'
import { drawnMove, registerLines } from '../../parts/Sides.web.tsx'
import { Outlines } from './Outlines.web.tsx'
import { ITEM, YES } from './type.ts'
import { PIECE_STAYS } from '../../cases/land/pieces.ts'
import { words } from './words.ts'

const f = cbdkxx.fields
const plain = (v: unknown): string | undefined => (typeof v === 'string' ? v : undefined)

/** Parcels that come into the contract, by its own way of contracting. */
export function AddedParcels({ form, onChange, editing, faults, onShow }: PartProps) {
  const { say } = useSay()
  const book = useBook(form).data
  if (!book) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const method = plain(book.book.cbfs) ?? Object.keys(LETTER).find((k) => plain(form.cbjyqzbm)?.endsWith(LETTER[k]!)) ?? '110'
  const lines = linesIn(form.dk)
  const before = book.lines.map((l) => l.htmjm)
  return (
    <Flex vertical gap="small">
      <ListFault faults={faults} at="dk" />
      {faults.some((x) => x.field.startsWith('dk.')) && <Alert type="error" showIcon title={faults.find((x) => x.field.startsWith('dk.'))!.msg} />}
      <Parcels
        chosen={{ ...(plain(form.fbfbm) ? { fbfbm: plain(form.fbfbm)! } : {}), cbfbm: String(form.cbjyqzbm).slice(0, -1), lines }}
        editing={editing}
        onShow={onShow}
        onChange={(next) => onChange({ dk: next.map((l) => ({ ...l, cbjyqqdfs: method })) })}
      />
      <Balance before={before} after={[...before, ...lines.map((l) => l.htmjm)]} />
    </Flex>
  )
}

/** The lines of the book as rows to choose in; the map shows the one that was pressed. */
function BookLines({ lines, columns, onShow }: Pick<PartProps, 'onShow'> & { lines: readonly AnyRow[]; columns: TableColumnType<AnyRow>[] }) {
  const { label } = useSay()
  const text = (n: 'dkbm' | 'dkmc' | 'scmjm', width: number): TableColumnType<AnyRow> => ({
    key: n,
    dataIndex: n,
    title: label(f[n]),
    width,
    ellipsis: n === 'dkmc',
  })
  return (
    <>
      <Table<AnyRow>
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={[...lines]}
        columns={[text('dkbm', 170), text('dkmc', 85), { ...text('scmjm', 85), align: 'right' }, ...columns]}
        scroll={{ x: 680 }}
        onRow={(l) => ({ onClick: () => onShow(String(l.dkbm)), style: { cursor: 'pointer' } })}
      />
    </>
  )
}

type Fate = 'lost' | 'state' | 'reserve'
/** The choice of a parcel of which a part leaves. */
const PART = 'part'
const CHOICES: Readonly<Record<string, readonly Fate[]>> = { [ITEM.taken]: ['state', 'lost'], [ITEM.returned]: ['reserve'] }
/** Parcels that leave the contract, whole or in part, and what becomes of each. */
export function Leaving({ form, onChange, editing, faults, about, onShow }: PartProps) {
  const { say, label } = useSay()
  const book = useBook(form).data
  if (!book) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const leaving = formsIn(form.leaving)
  const cuts = formsIn(form.cuts)
  const cutOf = (dkbm: unknown) => cuts.find((c) => c.dkbm === dkbm)
  const fateOf = (dkbm: unknown) => (cutOf(dkbm) ? PART : plain(leaving.find((l) => l.dkbm === dkbm)?.fate))
  const choose = (dkbm: string, fate: string) =>
    onChange({
      leaving: [...leaving.filter((l) => l.dkbm !== dkbm), ...(fate && fate !== PART ? [{ dkbm, fate }] : [])],
      cuts: fate === PART ? [...cuts.filter((c) => c.dkbm !== dkbm), { dkbm, pieces: [] }] : cuts.filter((c) => c.dkbm !== dkbm),
    })
  const fates = (CHOICES[about.item] ?? []).map((fate) => ({ value: fate as string, label: say(words[fate] as Text) }))
  const options = [{ value: '', label: say(words.stays) }, ...fates, { value: PART, label: say(words.part) }]
  const after = registerLines(book.lines).flatMap((l) => {
    const cut = cutOf(l.dkbm)
    if (cut) return (drawnMove(l, cut, PIECE_STAYS)?.kept ?? [l]).map((k) => k.htmjm)
    return fateOf(l.dkbm) ? [] : [l.htmjm]
  })
  const columns: TableColumnType<AnyRow>[] = [
    { key: 'htmjm', dataIndex: 'htmjm', title: label(f.htmjm), width: 95, align: 'right' },
    {
      key: 'fate',
      title: say(words.fate),
      width: 190,
      render: (_v, l) => {
        const at = leaving.findIndex((x) => x.dkbm === l.dkbm)
        const cut = cuts.findIndex((c) => c.dkbm === l.dkbm)
        const fault = faultAt(faults, `leaving.${at}.fate`) ?? faultAt(faults, `leaving.${at}.dkbm`) ?? faultAt(faults, `cuts.${cut}.dkbm`)
        return (
          <>
            {editing === 'nothing' ? (
              options.find((o) => o.value === (fateOf(l.dkbm) ?? ''))?.label
            ) : (
              <Select
                style={{ width: '100%' }}
                aria-label={`${say(words.fate)} ${l.dkbm}`}
                value={fateOf(l.dkbm) ?? ''}
                options={options}
                {...(fault ? { status: 'error' as const } : {})}
                onChange={(v) => choose(String(l.dkbm), v)}
              />
            )}
            {fault && <div role="alert">{fault}</div>}
          </>
        )
      },
    },
  ]
  return (
    <Flex vertical gap="small">
      <ListFault faults={faults} at="leaving" />
      <BookLines onShow={onShow} lines={book.lines} columns={columns} />
      <Cutting
        cuts={cuts}
        at="cuts"
        lines={book.lines}
        holders={[{ value: PIECE_STAYS, label: say(words.keep) }, ...fates]}
        editable={editing !== 'nothing'}
        faults={faults}
        onChange={(next) => onChange({ cuts: next })}
      />
      <Balance before={book.lines.map((l) => l.htmjm)} after={after} />
    </Flex>
  )
}

const AREAS: readonly (readonly [string, Field])[] = [
  ['htmjm', f.htmjm],
  ['htmj', f.htmj],
  ['scmj', f.scmj],
  ['qqmjm', dk.fields.qqmjm],
  ['areaReason', AREA_REASON],
]
/** Areas decided anew: contract areas in mu and m² follow each other; the measured and the confirmed one where they were corrected. */
export function Corrected(props: PartProps) {
  const { form, onChange, editing, faults } = props
  const { say, label } = useSay()
  const book = useBook(form).data
  if (!book) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const corrected = formsIn(form.corrected)
  const of = (dkbm: unknown) => corrected.find((c) => c.dkbm === dkbm)
  const put = (l: AnyRow, patch: Form | undefined) =>
    onChange({
      corrected: of(l.dkbm)
        ? corrected.flatMap((c) => (c.dkbm !== l.dkbm ? [c] : patch ? [{ ...c, ...patch }] : []))
        : [...corrected, { dkbm: l.dkbm, htmj: l.htmj, htmjm: l.htmjm, scmj: null, qqmjm: null, cxch: '2', geom: null, ...patch }],
    })
  const typed = (n: string, v: unknown): Form => {
    const text = String(v ?? '')
    if (!isArea(text)) return { [n]: v }
    return { [n]: v, ...(n === 'htmjm' ? { htmj: toM2(mu(text)) } : n === 'htmj' ? { htmjm: toMu(m2(text)) } : {}) }
  }
  const columns: TableColumnType<AnyRow>[] = [
    ...AREAS.map(([n, field]): TableColumnType<AnyRow> => ({
      key: n,
      title: label(field),
      width: 145,
      align: 'right',
      render: (_v, l) => {
        const c = of(l.dkbm)
        const at = corrected.findIndex((x) => x.dkbm === l.dkbm)
        const fault = at < 0 ? undefined : faultAt(faults, `corrected.${at}.${n}`)
        // an outline that is drawn anew measures itself
        const outline = n === 'scmj' && c?.cxch === YES
        const drawn = outline && plain(c.geom) ? pieceArea(plain(c.geom)!) : undefined
        const value = c ? (drawn ?? c[n] ?? (n.startsWith('ht') ? null : l[n])) : l[n]
        return (
          <Cell
            field={field}
            value={value}
            before={l[n] ?? ''}
            row={String(l.dkbm)}
            {...(editing !== 'nothing' && c && !outline ? { onChange: (v: unknown) => put(l, typed(n, v)) } : {})}
            {...(fault ? { fault } : {})}
          />
        )
      },
    })),
    {
      key: 'cxch',
      title: say(words.redraw),
      width: 90,
      align: 'center',
      render: (_v, l) => (
        <Checkbox
          aria-label={`${say(words.redraw)} ${l.dkbm}`}
          checked={of(l.dkbm)?.cxch === YES}
          disabled={editing === 'nothing'}
          onChange={(e) => put(l, { cxch: e.target.checked ? YES : '2', geom: null, scmj: null })}
        />
      ),
    },
    ...(editing !== 'nothing'
      ? [
          {
            key: 'do',
            title: say(phrases.actions),
            width: 90,
            fixed: 'end' as const,
            render: (_v: unknown, l: AnyRow) => (
              <Button type="link" size="small" onClick={() => put(l, of(l.dkbm) ? undefined : {})}>
                {say(of(l.dkbm) ? words.same : words.correct)}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Flex vertical gap="small">
      <ListFault faults={faults} at="corrected" />
      <BookLines onShow={props.onShow} lines={book.lines} columns={columns} />
      <Outlines {...props} lines={book.lines} />
      <Balance before={book.lines.map((l) => l.htmjm)} after={book.lines.map((l) => of(l.dkbm)?.htmjm ?? l.htmjm)} />
    </Flex>
  )
}
